//! A real cluster of three masters.

use core::time::Duration;
use std::process::Command;

use crate::process::{free_port, run};
use crate::redis::Redis;
use crate::wait::eventually;

/// They agree in a few seconds.
const AGREE_WITHIN: Duration = Duration::from_secs(30);

/// Three nodes that share 16,384 slots, each without a replica. What a dead one held is not served; the rest is.
#[derive(Debug)]
pub struct RedisCluster {
    /// The nodes; the first has the lowest slots.
    pub nodes: Vec<Redis>,
}

impl RedisCluster {
    /// Starts one and waits until each node says that all is well.
    pub fn start() -> Self {
        let settings = ["--cluster-enabled", "yes", "--cluster-node-timeout", "1000"];
        let open = ["--cluster-require-full-coverage", "no"];
        let node = |_| {
            // Ten thousand above a node's port, where it would listen to the others, connections of others may begin.
            let bus = free_port().to_string();
            Redis::of("redis-server", &[&settings[..], &open, &["--cluster-port", &bus]].concat())
        };
        let nodes: Vec<Redis> = (0..3).map(node).collect();
        let mut command = Command::new("redis-cli");
        command.args(["--cluster", "create", "--cluster-yes"]);
        command.args(nodes.iter().map(|node| format!("127.0.0.1:{}", node.port())));
        let ran = run(&mut command);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let cluster = Self { nodes };
        eventually("the cluster to agree", AGREE_WITHIN, || {
            let infos: Vec<String> = cluster.nodes.iter().map(|n| n.command(&["CLUSTER", "INFO"])).collect();
            let agreed =
                |info: &String| info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:3");
            if infos.iter().all(agreed) { Ok(()) } else { Err(infos) }
        });
        cluster
    }

    /// Says one command to the node that holds its key.
    pub fn command(&self, words: &[&str]) -> String {
        let mut command = Command::new("redis-cli");
        command.args(["-c", "-p", &self.nodes[0].port().to_string()]);
        run(command.args(words)).out.trim().to_owned()
    }

    /// Which node holds a key.
    pub fn holder(&self, key: &str) -> usize {
        let holds = |node: &Redis| !node.command(&["EXISTS", key]).contains("MOVED");
        self.nodes.iter().position(holds).unwrap_or_else(|| panic!("nobody holds {key}"))
    }

    /// Some key that this node holds.
    pub fn key_at(&self, node: usize, prefix: &str) -> String {
        let mut keys = (0..200).map(|n| format!("{prefix}{n}"));
        keys.find(|key| self.holder(key) == node).unwrap()
    }

    /// A node's id.
    pub fn id(&self, node: usize) -> String {
        self.nodes[node].command(&["CLUSTER", "MYID"])
    }
}
