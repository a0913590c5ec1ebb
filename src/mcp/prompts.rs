//! What a person can pick in a client to have an agent do something the right way.

use crate::actions::REASON_CHARS;
use rmcp::ErrorData;
use rmcp::model::{GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};

const HAND_OVER: &str = "hand_over";

/// Every prompt.
pub(super) fn listed() -> Vec<Prompt> {
    let reason = PromptArgument::new("reason")
        .with_description("What the person should do: sign in, solve a captcha, decide something.")
        .with_required(true);
    let about = "Ask a person to take the browser over, wait for them, and carry on where they left it.";
    vec![Prompt::new(HAND_OVER, Some(about), Some(vec![reason])).with_title("Hand over to a person")]
}

/// The words of a prompt.
///
/// # Errors
/// There is no such prompt, or it cannot be had with these arguments; a sentence.
pub(super) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    if request.name != HAND_OVER {
        let says = format!("There is no prompt {:?}; prompts/list names those that there are.", request.name);
        return Err(ErrorData::invalid_params(says, None));
    }
    let reason = request.arguments.as_ref().and_then(|arguments| arguments.get("reason")?.as_str());
    let reason = reason.unwrap_or_default().trim();
    if reason.is_empty() || reason.chars().count() > REASON_CHARS {
        let says =
            format!("hand_over needs a reason of 1 to {REASON_CHARS} characters: what the person should do.");
        return Err(ErrorData::invalid_params(says, None));
    }
    let says = format!(
        "Hand the browser over to a person: call ask_person with the reason {reason:?}, then await_control, again as long as it answers handed_back:false while they have it. When they have handed back, read their note, the pages that they visited and the outline in the answer, and carry on from where they left the browser. If it says ended:true, call open_session first."
    );
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, says)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn asked(name: &str, reason: &str) -> Result<String, String> {
        let request = json!({"name": name, "arguments": {"reason": reason}});
        let got = get(&serde_json::from_value(request).expect("a request"));
        let text = |got: GetPromptResult| got.messages[0].content.as_text().expect("a text").text.clone();
        got.map(text).map_err(|error| error.message.into_owned())
    }

    #[test]
    fn a_reason_is_passed_on() {
        let text = asked("hand_over", " Sign in to the shop. ").expect("a prompt");
        assert!(text.contains("ask_person with the reason \"Sign in to the shop.\""), "{text}");
        assert!(text.contains("await_control"), "{text}");
    }

    #[test]
    fn what_cannot_be_had_is_said() {
        for reason in ["", "  ", &"x".repeat(301)] {
            assert!(asked("hand_over", reason).expect_err("refused").contains("1 to 300 characters"));
        }
        assert!(asked("hand_under", "x").expect_err("refused").contains("prompts/list"));
    }
}
