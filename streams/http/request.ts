import { toCallHeaders, toIdentityFields } from '#schemas/translate/call-envelope.ts'
import type { AnyCall, RequestOf } from '#schemas/wire/define-call.ts'
import type { CallTarget } from '#schemas/wire/envelope.ts'
import type { HttpRequest } from '../ports.ts'
import type { UploadFile } from '../upload-file.ts'
import { type EndpointList, type Endpoints, hostOf } from './endpoints.ts'

/** The credentials of a call. */
export interface Credentials {
  readonly userId: number
  readonly token: string
}

/** The fields that are the same in all calls of a client. */
export interface CallerIdentity {
  readonly deviceType: string
  readonly brand: string | undefined
  locale(): string
}

interface RequestInput<Call extends AnyCall> {
  readonly call: Call
  readonly request: RequestOf<Call>
  readonly file: UploadFile | undefined
  readonly credentials: Credentials | undefined
  readonly endpoint: string
  readonly identity: CallerIdentity
}

/** The list of endpoints that serves a target [HTTP-08] (DEC-44). */
export function endpointsOf(endpoints: Endpoints, target: CallTarget): EndpointList {
  if (target === 'file-upload') return endpoints.fileUpload
  return target === 'self' ? endpoints.self : endpoints.api
}

/** Path before a call's own: the API base is the origin plus /Api [ENDP-08]. */
const basePath: Readonly<Record<CallTarget, string>> = {
  main: '/Api',
  v2: '/Api/v2',
  sso: '/Api',
  imsso: '/Api',
  'file-upload': '/Api',
  self: '',
}

/** Returns the present fields as text, for a query or a multipart form. */
const textFields = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

/** Builds the HTTP request of one attempt [HTTP-01 HTTP-02 HTTP-03]. */
export function buildRequest<Call extends AnyCall>(parts: RequestInput<Call>): Omit<HttpRequest, 'signal'> {
  const { call, file, credentials, endpoint, identity } = parts
  // Every call takes an object of fields; the schema's input type is opaque to this generic code.
  const fields = parts.request as object
  const address = new URL(new URL(endpoint).origin + basePath[call.target] + call.path)
  const headers = toCallHeaders(identity.locale(), hostOf(endpoint))
  const keeping = call.setsCookie ? { keepsCookies: true } : {}
  const proof = credentials ? toIdentityFields(credentials, identity) : {}
  if (call.method === 'GET') {
    for (const [name, value] of Object.entries(textFields(fields))) address.searchParams.set(name, value)
    // Credentials go in headers, because URLs leak (DEC-114).
    return { url: address.href, method: 'GET', headers: { ...headers, ...textFields(proof) } }
  }
  const url = address.href
  if (call.isUpload && file) {
    // Also in headers, so that the server knows the sender before it reads the file.
    const form = { fields: textFields({ ...proof, ...fields }), file }
    return { url, method: 'POST', headers: { ...headers, ...textFields(proof) }, body: form }
  }
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, ...proof }),
    ...keeping,
  }
}
