import pgliteData from '@electric-sql/pglite/pglite.data?url'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'

/** The two halves of the database engine: its program, and the files it expects around it. */
export const engineFiles = { program: pgliteWasm, files: pgliteData } as const
