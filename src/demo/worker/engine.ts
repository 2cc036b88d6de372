import pgliteData from '@electric-sql/pglite/pglite.data?url'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'

/** The loaded database engine. */
export interface Engine {
  readonly pgliteWasmModule: WebAssembly.Module
  readonly fsBundle: Blob
}

const load = async (url: string): Promise<Response> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
  return answer
}

// Compiles the WebAssembly program. Streaming needs the right content type, which some hosts lack.
const compile = async (url: string): Promise<WebAssembly.Module> => {
  const answer = await load(url)
  const isTyped = answer.headers.get('content-type')?.startsWith('application/wasm') === true
  return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer())
}

/** Loads both files of the engine in parallel, and compiles the program while it is loading. */
export const loadEngine = async (): Promise<Engine> => {
  const data = load(engineFiles.files).then((answer) => answer.blob())
  const [pgliteWasmModule, fsBundle] = await Promise.all([compile(engineFiles.program), data])
  return { pgliteWasmModule, fsBundle }
}

/** The files of the database engine: its program, and its file system. */
const engineFiles = { program: pgliteWasm, files: pgliteData } as const
