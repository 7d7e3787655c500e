//! The demonstration's words: its scenes, the line above the page, what the terminal says.
//!
//! Not when a scene plays: the native host's script decides that.

use core::fmt::Write;
use core::time::Duration;

/// What a scene is called, and what there is to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scene {
    /// A sentence without its full stop, as the line above the page has it.
    pub name: &'static str,
    /// What to look at.
    pub caption: &'static str,
}

/// Nothing is wrong.
pub const HEALTHY: Scene =
    Scene { name: "all is well", caption: "Two workers sign in every two seconds; a few jobs wait." };

/// Much work, the same two workers.
pub const BUSY: Scene =
    Scene { name: "much to do", caption: "The queue grows to 4,812 jobs. It is a number, not an alarm." };

/// New workers sign in while the old ones fade.
pub const RESTART: Scene = Scene {
    name: "a rolling restart",
    caption: "New workers sign in while the seats of the old ones burn down. One check gets no answer.",
};

/// Nobody signs in any more.
pub const DEATH: Scene = Scene {
    name: "the last worker dies",
    caption: "The application itself goes on answering. The seats burn down for 20 seconds, then nobody is left.",
};

/// Somebody started workers again, and some jobs fail for good.
pub const RETURN: Scene = Scene {
    name: "workers return, and some jobs fail for good",
    caption: "Working again. Failed jobs grow from 3 to 9, which changes no verdict.",
};

/// Neither the application nor this page reaches Redis.
pub const STORE_AWAY: Scene = Scene {
    name: "Redis goes away",
    caption: "The application says so. The workers are not counted: not known, which is not 0.",
};

/// As at the beginning.
pub const RECOVERY: Scene =
    Scene { name: "recovery", caption: "Redis is back, and somebody sends the failed jobs through again." };

/// The line above the page.
pub fn notice(now: Scene, next: Scene) -> String {
    format!("Demonstration: {}. Next: {}.", now.name, next.name)
}

/// What the terminal says at the start: each scene with the time at which it begins.
pub fn introduction(listen: &str, scenes: impl Iterator<Item = (Duration, Scene)>) -> String {
    let mut text = format!(
        "A demonstration: a small application with workers, made up but really listening, lives through\n\
         a day in three minutes, again and again. Headcount watches it at http://{listen}/\n\n"
    );
    for (begins, scene) in scenes {
        let seconds = begins.as_secs();
        // Writing into a String cannot fail.
        let _ = writeln!(text, "  {}:{:02}  {}", seconds / 60, seconds % 60, scene.name);
        let _ = writeln!(text, "        {}", scene.caption);
    }
    text.push_str("\nThe same as text: curl ");
    let _ = writeln!(text, "http://{listen}/status.txt");
    text
}
