//! How often is checked, and the other forms of this page.

use leptos::prelude::*;
use shared::page::Page;

/// The footer.
pub fn footer(page: &Page) -> impl IntoView + use<> {
    let links: Vec<_> =
        page.links.iter().map(|link| view! { <a href=link.href.clone()>{link.text.clone()}</a> }).collect();
    view! {
        <footer>
            <div class="wrap">
                <p>{page.footer.clone()}</p>
                <nav aria-label=page.links_label.clone()>{links}</nav>
            </div>
        </footer>
    }
}
