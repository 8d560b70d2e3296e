// The worker in which the engine runs. It is given a task and the engine, and tells the page each
// line that the engine finds. The page ends the worker to stop it.

export {}; // a module of its own

interface Task {
  start: string; // the address of Go's script
  program: string; // the address of the engine
  module?: WebAssembly.Module; // the engine, if it was compiled before
  task: unknown; // for the engine
}

// What Go's script defines.
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

// What a worker has besides what a page has.
interface Scope {
  importScripts(address: string): void;
  postMessage(message: unknown): void;
  addEventListener(event: "message", then: (event: MessageEvent<Task>) => void): void;
  kirkeTask: string;
  kirkeTell(text: string): void;
}

const scope = self as unknown as Scope;

scope.addEventListener("message", ({ data }) => void work(data));

async function work({ start, program, module, task }: Task): Promise<void> {
  try {
    scope.importScripts(start);
    if (!module) {
      module = await WebAssembly.compileStreaming(fetch(program));
      scope.postMessage({ module });
    }
    scope.kirkeTask = JSON.stringify(task);
    let ended = false;
    scope.kirkeTell = (text) => {
      const message = JSON.parse(text) as { end?: boolean; error?: string };
      ended ||= Boolean(message.end || message.error);
      scope.postMessage(message);
    };
    const go = new Go();
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    if (!ended) scope.postMessage({ broken: "the engine has stopped" }); // a panic
  } catch (error) {
    scope.postMessage({ broken: String(error) });
  }
}
