/** What the app that embeds this page may listen to, as events of its window. */
export interface HostEvents {
  /** The one-to-one conversation with this id cannot be shown any more [SESS-50]. */
  readonly 'leave-session': { readonly sessionId: number }
}

/** Tells the embedding app; nobody listens in a plain tab. */
export function tellHost<Name extends keyof HostEvents>(name: Name, detail: HostEvents[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }))
}
