import type { HttpPort, MultipartBody } from '#streams/ports.ts'
import { sendForm } from './upload-request.ts'

/** fetch, without cookies unless the answer's are to be kept: every call carries its own credentials. */
export const browserHttp: HttpPort = {
  request: async ({ url, method, headers, body, signal, keepsCookies, onProgress, onAnswering }) => {
    const content = body === undefined || typeof body === 'string' ? body : toForm(body)
    const giving = signal === undefined ? {} : { signal }
    if (onProgress !== undefined && content instanceof FormData) {
      return sendForm({ url, method, headers, form: content, onProgress, ...giving })
    }
    const answer = await fetch(url, {
      method,
      headers,
      credentials: keepsCookies === true ? 'same-origin' : 'omit',
      cache: 'no-store',
      ...(content === undefined ? {} : { body: content }),
      ...giving,
    })
    onAnswering?.()
    return { status: answer.status, text: await answer.text() }
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
