import type { Rejection } from '../commands/command.ts'

/** The content of a toast. Server texts come in `text`, own ones as a catalog key. */
export interface Notice {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly text?: string | undefined
  readonly key?: string | undefined
  readonly values?: Readonly<Record<string, string | number>> | undefined
  /** Stays until dismissed (DEC-116). */
  readonly isSticky?: boolean | undefined
  /** A button that opens a page; `key` is the text id of its label. */
  readonly action?: { readonly key: string; readonly page: 'security' } | undefined
}

/** The notice of a rejection: the server's text, else that of its key and values [ERR-02]. */
export const rejectionNotice = ({ key, text, values }: Rejection): Notice => ({
  kind: 'error',
  ...(text ? { text } : { key, ...(values ? { values } : {}) }),
})

/**
 * The notice of a sign-in on another device. It stays, because its reader may have to act.
 * @param device browser and system, or empty
 */
export const newSignInNotice = (device: string): Notice => ({
  kind: 'warning',
  ...(device ? { key: 'common.new-sign-in', values: { device } } : { key: 'common.new-sign-in-unnamed' }),
  isSticky: true,
  action: { key: 'common.show-devices', page: 'security' },
})
