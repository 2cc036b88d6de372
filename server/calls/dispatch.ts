import { resultCode } from '#schemas/result-codes.ts'
import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import { isWellFormed, readCredentials, readRequest } from '#schemas/wire/read-request.ts'
import { authenticate, type Principal } from '../accounts/sign-in-sessions.ts'
import { withRequestId } from '../fault-reporting.ts'
import { FilesUnavailable } from '../files/file-store.ts'
import { takeUploadQuota } from '../files/store-file.ts'
import type { FaultReporter } from '../ports.ts'
import type { Services } from '../services.ts'
import { type Locale, readLocale, say } from '../texts/say.ts'
import { findRoute } from './call-table.ts'
import { type CallContext, type Route, toEnvelope } from './handler.ts'
import { CallRefusal, refuseInvalid } from './refusal.ts'

/**
 * Answers one call from HTTP or the socket. Never rejects: an error becomes a code and a neutral text.
 * @param path the call's name with its slash, as under /Api
 * @param fields the JSON body, the form's fields or the query, not validated yet
 */
export function dispatch(
  services: Services,
  path: string,
  fields: unknown,
  context: CallContext,
): Promise<ResponseEnvelope> {
  return services.pendingWork.track(measureCall(services, path, fields, context))
}

async function measureCall(
  services: Services,
  path: string,
  fields: unknown,
  context: CallContext,
): Promise<ResponseEnvelope> {
  const end = services.metrics.startCall(findRoute(path) ? path : 'unknown')
  const named = withRequestId(services, context.peer.requestId)
  const envelope = await respondToCall(named, path, fields, context)
  end(envelope.Code)
  return envelope
}

async function respondToCall(
  services: Services,
  path: string,
  fields: unknown,
  context: CallContext,
): Promise<ResponseEnvelope> {
  const locale = readLocale(context.headers.lang)
  let principal: Principal | undefined
  try {
    const route = findRoute(path)
    if (!route || !isOffered(services, route)) throw new CallRefusal(resultCode.notFound, 'not-found')
    if (!isWellFormed(fields)) throw refuseInvalid({ field: undefined, kind: 'other', count: 0 })
    // Authentication comes before validation, so that a stranger learns nothing about a call's rules.
    principal = route.sessionKinds && (await requirePrincipal(services, route, fields, context))
    return await runRoute(services, route, fields, context, locale, principal)
  } catch (cause) {
    return refusalEnvelope(principal ? services : services.anonymous, locale, cause, path)
  }
}

const isOffered = ({ extensions: offered }: Services, { extensions }: Route): boolean =>
  extensions === undefined || extensions.some((name) => offered.has(name))

async function runRoute(
  services: Services,
  route: Route,
  fields: unknown,
  context: CallContext,
  locale: Locale,
  principal: Principal | undefined,
): Promise<ResponseEnvelope> {
  if (!principal) return runChecked(services, route, fields, context, locale)
  if (context.file && !context.isAdmitted)
    await takeUploadQuota(services, principal.accountId, context.file.length)
  await services.limits.take('callPerAccount', principal.accountId, route.cost)
  return services.accountQueue.run(principal.accountId, route.cost, () =>
    runChecked(services, route, fields, context, locale, principal),
  )
}

async function runChecked(
  services: Services,
  route: Route,
  fields: unknown,
  context: CallContext,
  locale: Locale,
  principal?: Principal,
): Promise<ResponseEnvelope> {
  const read = readRequest(route.definition, fields)
  if (!read.isValid) throw refuseInvalid(read.problem)
  const { peer, file, fileName = '', cookies = '', setCookie = () => {} } = context
  const userAgent = context.headers['user-agent'] ?? ''
  const request = {
    services,
    fields: read.fields,
    peer,
    locale,
    file,
    fileName,
    cookies,
    userAgent,
    setCookie,
  }
  return toEnvelope(await route.run(principal ? { ...request, principal } : request))
}

/**
 * Finds out who sends an upload before its file is read. `dispatch` checks it again, because the file may take minutes.
 * @param fields those that came before the file
 * @returns the account
 * @throws CallRefusal when no one is signed in by the headers or the fields
 */
export async function admitUpload(
  services: Services,
  path: string,
  fields: unknown,
  headers: CallContext['headers'],
): Promise<number> {
  const route = findRoute(path)
  if (!route) throw new CallRefusal(resultCode.notFound, 'not-found')
  return (await requirePrincipal(services, route, fields, { headers })).accountId
}

/** Credentials are in the headers of a GET, in those of an upload if it has any there, and else in the fields. */
async function requirePrincipal(
  services: Services,
  route: Route,
  fields: unknown,
  { headers }: Pick<CallContext, 'headers'>,
): Promise<Principal> {
  const { method, isUpload } = route.definition
  const areInHeaders = method === 'GET' || (isUpload && headers.token !== undefined)
  const credentials = readCredentials(areInHeaders ? { UID: headers.uid, Token: headers.token } : fields)
  const principal = credentials && (await authenticate(services, credentials.UID, credentials.Token))
  if (!principal || !route.sessionKinds?.includes(principal.sessionKind)) throw CallRefusal.notAuthenticated()
  return principal
}

/** Returns the envelope of a refusal. Any other error is reported, and its text is left out of the response. */
export function refusalEnvelope(
  services: { readonly faults: FaultReporter },
  locale: Locale,
  cause: unknown,
  detail: string,
): ResponseEnvelope {
  if (cause instanceof CallRefusal) {
    const text = say(locale, cause.textKey, cause.values)
    return { Code: cause.code, Msg: text, Data: cause.data ?? null }
  }
  services.faults.report({ kind: 'call', detail, cause })
  if (cause instanceof FilesUnavailable)
    return refusalEnvelope(services, locale, CallRefusal.filesUnavailable(), detail)
  return { Code: resultCode.failed, Msg: say(locale, 'failed'), Data: null }
}
