// What the scripts say, in the language of the reader. The key of a message is its English text. A
// page in another language has its messages in an element of its own (message.Scripts in Go).

type Translation = string | Record<string, string>; // one text, or one for each plural form

let catalogue: Record<string, Translation> | undefined;

function translation(key: string): Translation {
  const texts = () => document.querySelector(`script#messages[type="application/json"]`)?.textContent;
  catalogue ??= JSON.parse(texts() || "{}") as Record<string, Translation>;
  return catalogue[key] || key;
}

/** fill puts values where a message has %s or %d, in order, or %[2]s, the second. */
function fill(text: string, values: (string | number)[]): string {
  let next = 0;
  return text.replace(/%(?:\[(\d+)\])?([sd%])/g, (_, place: string | undefined, verb: string) =>
    verb === "%" ? "%" : String(values[place ? Number(place) - 1 : next++] ?? ""),
  );
}

/** say returns a message. A percent sign in it is written %%. */
export function say(key: string, ...values: (string | number)[]): string {
  const text = translation(key);
  return fill(typeof text === "string" ? text : text.other || key, values);
}

/** count returns a message about n things: count(n, "%d move", "%d moves"). The last text is the key. */
export function count(n: number, one: string, other: string, ...values: (string | number)[]): string {
  const text = translation(other);
  if (typeof text === "string") return fill(n === 1 && text === other ? one : text, [n, ...values]);
  const form = new Intl.PluralRules(document.documentElement.lang).select(n);
  return fill(text[form] || text.other || other, [n, ...values]);
}

/** key marks the text of a message that is said elsewhere. */
export const key = (text: string): string => text;
