import pgliteData from '@electric-sql/pglite/pglite.data?url'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'

/** The database engine, loaded. */
export interface Engine {
  readonly pgliteWasmModule: WebAssembly.Module
  readonly fsBundle: Blob
}

const load = async (url: string): Promise<Response> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
  return answer
}

// A host that does not know the type of a .wasm file makes it impossible to compile while it arrives.
const compile = async (url: string): Promise<WebAssembly.Module> => {
  const answer = await load(url)
  const isTyped = answer.headers.get('content-type')?.startsWith('application/wasm') === true
  return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer())
}

/** Loads both halves of the engine at once and compiles the program while it arrives. */
export const loadEngine = async (): Promise<Engine> => {
  const data = load(engineFiles.files).then((answer) => answer.blob())
  const [pgliteWasmModule, fsBundle] = await Promise.all([compile(engineFiles.program), data])
  return { pgliteWasmModule, fsBundle }
}

/** The two halves of the database engine: its program, and the files it expects around it. */
const engineFiles = { program: pgliteWasm, files: pgliteData } as const
