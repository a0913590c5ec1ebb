// Elements of the panel, made from text alone: nothing that came from a page or an agent is read as markup.
//
//   make(tag, properties, ...children)  -> an element; children are elements or texts
//   press(label, work, properties)      -> a button that answers to trusted presses only
//   facts(pairs)                        -> a list of terms and what they are, without empty ones
//   tell(message)                       -> asks the worker; shows what went wrong

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== ''));
  return element;
}

export function press(label, work, properties = {}) {
  const button = make('button', { type: 'button', ...properties }, label);
  button.addEventListener('click', (event) => { if (event.isTrusted && !button.disabled) work(); });
  return button;
}

export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value);
  return make('dl', {}, ...shown.flatMap(([term, value]) => [make('dt', {}, term), make('dd', {}, value)]));
}

export async function tell(message) {
  const answer = await chrome.runtime.sendMessage(message);
  if (answer?.error) document.getElementById('status').textContent = answer.error;
  return answer;
}
