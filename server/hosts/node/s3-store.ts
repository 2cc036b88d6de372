import { webcrypto } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { assertFileKey, type ByteRange, type FileStore, FilesUnavailable } from '../../files/file-store.ts'

/** A bucket of an object store that speaks Amazon's S3. */
export interface S3Location {
  /** The address of the bucket, or of a folder in it; ends with a slash. */
  readonly address: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of temporary credentials. */
  readonly sessionToken?: string
}

/** How long an operation may take with its repetitions, ms: until the response, and with the bytes of a file. */
export interface S3TimeLimits {
  readonly response: number
  readonly bytes: number
}
const usualTimeLimits: S3TimeLimits = { response: 10_000, bytes: 60_000 }

/** Attempts of an operation whose failure may be a moment's: every operation may be repeated. */
const attempts = 3
/** The wait before the second attempt, ms; it doubles. */
const firstWait = 100

/** A request for one file. */
interface FileRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key: string
  readonly headers?: Record<string, string> | undefined
  readonly body?: Uint8Array<ArrayBuffer>
}

/** Files in an object store. */
export function createS3Store(location: S3Location, timeLimits: S3TimeLimits = usualTimeLimits): FileStore {
  // Repetitions are counted here, so that they include connections that fail.
  const client = new AwsClient({ ...location, service: 's3', retries: 0 })

  const send = async (
    { method, key, headers = {}, body }: FileRequest,
    signal: AbortSignal,
  ): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts
      try {
        const init = { method, headers, signal, ...(body && { body }) }
        const response = await fetch(await client.sign(location.address + key, init))
        if (!isMomentary(response) || isLast) return response
        await response.body?.cancel()
      } catch (cause) {
        if (isLast || signal.aborted) throw cause
      }
      await wait(firstWait * 2 ** (attempt - 1), undefined, { signal })
    }
  }

  /**
   * Sends a request and reads its response within the time limit.
   * @returns undefined if there is no such file
   */
  const run = async <Result>(
    request: FileRequest,
    timeLimit: number,
    read: (response: Response) => Result | Promise<Result>,
  ): Promise<Result | undefined> => {
    assertFileKey(request.key)
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new Error('no response in time')), timeLimit)
    try {
      const response = await send(request, controller.signal)
      if (response.ok) return await read(response)
      const code = await readErrorCode(response)
      if (code === 'NoSuchKey') return undefined
      throw unavailable(request, `${response.status} ${code}`, !isMomentary(response))
    } catch (cause) {
      throw cause instanceof FilesUnavailable ? cause : unavailable(request, reasonOf(cause))
    } finally {
      // How long a stream takes is its reader's affair.
      clearTimeout(timer)
    }
  }

  const get = <Result>(
    key: string,
    range: ByteRange | undefined,
    timeLimit: number,
    read: (response: Response) => Result | Promise<Result>,
  ): Promise<Result | undefined> => {
    const headers = range && { Range: `bytes=${range.start}-${range.end}` }
    return run({ method: 'GET', key, headers }, timeLimit, async (response) => {
      if (!range || response.status === 206) return read(response)
      await response.body?.cancel()
      throw new Error('the range was ignored')
    })
  }

  return {
    async put(key, bytes) {
      // With its hash, a file that is damaged on the way is not stored.
      const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
      const headers = { 'X-Amz-Content-Sha256': hash }
      // No upload is in memory that threads share.
      const body = bytes as Uint8Array<ArrayBuffer>
      await run({ method: 'PUT', key, headers, body }, timeLimits.bytes, readToEnd)
    },
    get: (key, range) =>
      get(key, range, timeLimits.bytes, async (response) => new Uint8Array(await response.arrayBuffer())),
    stream: (key, range) => get(key, range, timeLimits.response, ({ body }) => body ?? new Blob([]).stream()),
    async remove(key) {
      await run({ method: 'DELETE', key }, timeLimits.response, readToEnd)
    },
    async check() {
      await get('check', undefined, timeLimits.response, readToEnd)
    },
  }
}

/** Whether a repetition may succeed. */
const isMomentary = ({ status }: Response): boolean => status >= 500 || status === 429

const unavailable = ({ method }: FileRequest, reason: string, isRefused = false) =>
  new FilesUnavailable(`The object store failed at ${method}: ${reason}`, isRefused)

/** Frees the connection for the next request. */
const readToEnd = (response: Response): Promise<unknown> => response.arrayBuffer()

/** The code of an error, such as NoSuchKey; empty if there is none. */
const readErrorCode = async (response: Response): Promise<string> =>
  /<Code>(\w{1,64})<\/Code>/.exec(await response.text())?.[1] ?? ''

/** The reason of a failed request, without its address. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message
}
