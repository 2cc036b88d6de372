/** What a code leads to in this app [QR-11]. */
export type CodeKind = 'group' | 'user' | 'registration'

export type RecognizedCode =
  | { readonly kind: CodeKind; readonly code: string }
  /** The page of a group, which members find in its settings. */
  | { readonly kind: 'group-page'; readonly groupId: string }
  /** An address outside of this app, or of an unknown page of it. */
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'text'; readonly text: string }

/** The pages that the server's codes lead to (DEC-200). */
const kindByPath: Readonly<Record<string, CodeKind>> = {
  '/contact/friend-request': 'user',
  '/contact/join-group': 'group',
  '/contact/invitation': 'registration',
}

const codeForm = /^[\w-]{1,128}$/
const prefixedForm = /^(group|user|registration):([\w-]{1,128})$/
const groupIdForm = /^[1-9]\d{0,15}$/

/**
 * Recognizes a text that was scanned, typed or pasted [QR-11]. Codes are URLs of this service, on one of `origins`, or
 * bare codes after their kind, such as `group:abc` (DEC-78). A URL of another site is never more than a link.
 */
export function recognizeCode(given: string, origins: readonly string[]): RecognizedCode {
  const text = given.trim()
  const [, kind, bare] = prefixedForm.exec(text) ?? []
  // The expression allows no other kind.
  if (kind !== undefined && bare !== undefined) return { kind: kind as CodeKind, code: bare }
  const address = parseWebAddress(text)
  if (address === undefined) return { kind: 'text', text }
  return (origins.includes(address.origin) && recognizeOwnAddress(address)) || { kind: 'link', address: text }
}

function recognizeOwnAddress({ pathname, searchParams }: URL): RecognizedCode | undefined {
  const path = pathname.replace(/\/$/, '')
  const kind = kindByPath[path]
  const code = searchParams.get('code') ?? ''
  if (kind !== undefined) return codeForm.test(code) ? { kind, code } : undefined
  const groupId = /^\/(?:messages\/)?groups\/(\d+)$/.exec(path)?.[1]
  return groupId !== undefined && isGroupId(groupId) ? { kind: 'group-page', groupId } : undefined
}

/** Whether a text may be the id of a group. */
export const isGroupId = (text: string): boolean => groupIdForm.test(text)

// Only http and https, so that no code opens another program or runs a script.
function parseWebAddress(text: string): URL | undefined {
  if (!/^https?:\/\/\S+$/i.test(text)) return undefined
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
