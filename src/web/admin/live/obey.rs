//! What a person in control asks of the browser itself: addresses, tabs, dialogs, files.

use super::message::Asked;
use super::{Viewer, choose};
use crate::problem::Problem;
use crate::session::Page;

/// Does what was asked; what could not be done is told to the page.
pub(super) async fn command(viewer: &Viewer, asked: Asked) {
    if let Err(problem) = obey(viewer, asked).await {
        viewer.refuse(problem.code().as_str(), problem.says());
    }
}

async fn obey(viewer: &Viewer, asked: Asked) -> Result<(), Problem> {
    let page = || viewer.page().ok_or_else(|| Problem::argument("No tab is open: open one."));
    match asked {
        Asked::Go { url } => {
            let page = page()?;
            page.go(&whole(&url)).await?;
            refused(&page)
        }
        Asked::Back => page()?.traverse(-1).await,
        Asked::Forward => page()?.traverse(1).await,
        Asked::Reload => page()?.reload().await,
        Asked::Release => {
            page()?.session().let_go();
            viewer.workspace().buttons_up();
            Ok(())
        }
        Asked::OpenTab => {
            page()?.session().open_tab().await?;
            viewer.choice.send_replace(None);
            Ok(())
        }
        Asked::SwitchTab { tab } => {
            page()?.session().switch_to(tab).await?;
            viewer.choice.send_replace(None);
            Ok(())
        }
        Asked::CloseTab { tab } => page()?.session().close_tab(tab).await,
        Asked::Dialog { accept, text } => page()?.answer_dialog(accept, text.as_deref()).await,
        Asked::ChooseFiles => page()?.give_files(choose::take(&viewer.watching)).await,
        // Everything else was done before.
        _ => Ok(()),
    }
}

/// An address as people write it.
fn whole(text: &str) -> String {
    let text = text.trim();
    let has_scheme = text.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            // `localhost:3000` has a port and no scheme.
            && !rest.split(['/', '?', '#']).next().is_some_and(|port| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()))
    });
    if has_scheme { text.to_owned() } else { format!("http://{text}") }
}

fn refused(page: &Page) -> Result<(), Problem> {
    page.refused().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn addresses_as_people_write_them() {
        for (text, is) in [
            ("example.org", "http://example.org"),
            (" localhost:3000/x ", "http://localhost:3000/x"),
            ("https://a/b", "https://a/b"),
            ("about:blank", "about:blank"),
            ("file:///etc/passwd", "file:///etc/passwd"),
            ("a.b/c:d", "http://a.b/c:d"),
        ] {
            assert_eq!(whole(text), is);
        }
    }
}
