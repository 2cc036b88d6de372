import type {
  HttpPort,
  HttpRequest,
  HttpResponse,
  MultipartBody,
  SocketHandlers,
  SocketPort,
} from '#streams/ports.ts'

/**
 * Sends requests by fetch. Omits cookies unless the response sets them, because every call carries its own
 * credentials.
 */
export const browserHttp: HttpPort = {
  request: async ({ url, method, headers, body, signal, keepsCookies, onProgress, onResponding }) => {
    const content = body === undefined || typeof body === 'string' ? body : toForm(body)
    const giving = signal === undefined ? {} : { signal }
    if (onProgress !== undefined && content instanceof FormData) {
      return sendForm({ url, method, headers, form: content, onProgress, ...giving })
    }
    const response = await fetch(url, {
      method,
      headers,
      credentials: keepsCookies === true ? 'same-origin' : 'omit',
      cache: 'no-store',
      ...(content === undefined ? {} : { body: content }),
      ...giving,
    })
    onResponding?.()
    return { status: response.status, text: await response.text() }
  },
}

const toForm = ({ fields, file }: MultipartBody): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { content } = file
  const blob = content instanceof Blob ? content : new Blob([new Uint8Array(content)], { type: file.type })
  form.append('file', blob, file.name)
  return form
}

/** The request of an upload. Uploads use XMLHttpRequest, because fetch has no upload progress. */
interface UploadRequest extends Omit<HttpRequest, 'body' | 'keepsCookies'> {
  readonly form: FormData
}

/** Sends a form and reports the sent fraction. Rejects on a network failure or when `signal` aborts. */
const sendForm = ({ url, method, headers, form, signal, onProgress }: UploadRequest): Promise<HttpResponse> =>
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

/** The WebSocket port. Ignores frames that are not text, and calls no handler after `closed`. */
export const browserSocket: SocketPort = {
  connect: (url, handlers) => {
    const socket = openSocket(url, handlers)
    return {
      send: (text) => {
        if (socket?.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: (code) => socket?.close(code),
    }
  },
}

/** A URL that the browser rejects is reported as closed, after the caller has its connection. */
const openSocket = (url: string, handlers: SocketHandlers): WebSocket | undefined => {
  try {
    const socket = new WebSocket(url)
    socket.onopen = () => handlers.opened()
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') handlers.received(data)
    }
    socket.onclose = ({ code, wasClean }) => handlers.closed({ code, isClean: wasClean })
    return socket
  } catch {
    queueMicrotask(() => handlers.closed({ code: 1006, isClean: false }))
    return undefined
  }
}
