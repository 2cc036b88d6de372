import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The text of the first code, undefined if there is none; or that the decoder failed. */
export type DecodingResult =
  | { readonly kind: 'decoded'; readonly text: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string }

/** The used part of a worker's global scope, which the page's types do not declare. */
interface WorkerScope {
  postMessage(answer: DecodingResult): void
  onmessage: ((event: MessageEvent<ImageData>) => void) | null
}

// This module runs in a dedicated worker only.
const scope = globalThis as unknown as WorkerScope

// From our own origin, because the library would load it from a public network otherwise.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

scope.onmessage = ({ data }) => {
  decode(data).then(
    (text) => scope.postMessage({ kind: 'decoded', text }),
    (cause: unknown) => scope.postMessage({ kind: 'failed', reason: String(cause) }),
  )
}

async function decode(pixels: ImageData): Promise<string | undefined> {
  const [found] = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true })
  return found?.isValid === true ? found.text : undefined
}
