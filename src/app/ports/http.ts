import type { HttpPort, MultipartBody } from '#streams/ports.ts'

/** fetch, without cookies: every call carries its own credentials. */
export const browserHttp: HttpPort = {
  request: async ({ url, method, headers, body, signal }) => {
    const answer = await fetch(url, {
      method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : toForm(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
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
