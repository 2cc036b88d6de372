import type { HttpAnswer, HttpRequest } from '#streams/ports.ts'

/** What an upload needs; only uploads take this way, because fetch tells nothing of what has left. */
interface UploadRequest extends Omit<HttpRequest, 'body' | 'keepsCookies'> {
  readonly form: FormData
}

/** Sends a form and tells how much of it has left. Rejects on a network failure or when `signal` aborts. */
export const sendForm = ({
  url,
  method,
  headers,
  form,
  signal,
  onProgress,
}: UploadRequest): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new TypeError('The upload found no network'))
    request.onabort = () => reject(signal?.reason ?? new TypeError('The upload was given up'))
    request.onloadend = () => signal?.removeEventListener('abort', giveUp)
    signal?.addEventListener('abort', giveUp, { once: true })
    request.send(form)
  })
