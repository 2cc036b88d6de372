/** The content of a toast. Server texts come in `text`, own ones as a catalog key. */
export interface Notice {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly text?: string
  readonly key?: string
  readonly values?: Readonly<Record<string, string | number>>
  /** Stays until dismissed (DEC-116). */
  readonly isSticky?: boolean
}
