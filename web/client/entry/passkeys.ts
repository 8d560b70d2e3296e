// Passkeys. Their buttons are shown only in browsers that support them.

import { ask, place, sentence } from "../page";

interface Json {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
}

interface Written extends Credential {
  toJSON(): unknown;
}

const keys = (window.PublicKeyCredential ?? {}) as unknown as Partial<Json>;

function button(verb: string, does: () => Promise<void>): void {
  const found = document.querySelector<HTMLButtonElement>(`[data-do="${verb}"]`);
  if (!found) return;
  found.hidden = false;
  found.addEventListener("click", () => {
    found.disabled = true;
    void does()
      .catch((error: unknown) => {
        const shown = place(document, "passkey-error");
        if (shown) {
          shown.hidden = false;
          shown.textContent = sentence(error);
        }
      })
      .finally(() => (found.disabled = false));
  });
}

if (keys.parseCreationOptionsFromJSON && keys.parseRequestOptionsFromJSON) {
  button("add-passkey", async () => {
    const publicKey = keys.parseCreationOptionsFromJSON!(await ask("/me/passkey", {}));
    const made = (await navigator.credentials.create({ publicKey })) as Written | null;
    if (!made) return;
    await ask("/me/passkey/keep", made.toJSON());
    location.reload();
  });
  button("passkey", async () => {
    const publicKey = keys.parseRequestOptionsFromJSON!(await ask("/sign-in/passkey", {}));
    const given = (await navigator.credentials.get({ publicKey })) as Written | null;
    if (!given) return;
    await ask("/sign-in/passkey/use", given.toJSON());
    const back = document.querySelector<HTMLInputElement>('form[action="/sign-in"] input[name="back"]')?.value ?? "/";
    location.assign(back.startsWith("/") && !back.startsWith("//") ? back : "/");
  });
}
