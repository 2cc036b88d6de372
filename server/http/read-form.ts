interface ReceivedForm {
  readonly fields: Record<string, string>
  readonly file: Uint8Array | undefined
  readonly fileName: string
}

/**
 * Reads a multipart form that has been received whole.
 * @returns its text fields and the bytes and the name of its part named `file`; undefined when it is not such a form
 */
export async function readForm(
  body: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
): Promise<ReceivedForm | undefined> {
  const form = await parse(body, contentType)
  if (!form) return undefined
  const fields: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value
  const part = form.get('file')
  const file = part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : undefined
  return { fields, file, fileName: part instanceof File ? part.name : '' }
}

async function parse(
  body: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
): Promise<FormData | undefined> {
  if (!contentType?.startsWith('multipart/form-data')) return undefined
  try {
    return await new Response(body, { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    return undefined
  }
}
