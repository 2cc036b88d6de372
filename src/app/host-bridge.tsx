import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Authentication, settledAuthentication } from '#client/authentication.ts'
import { safeRedirect } from '#domain/forms/safe-redirect.ts'
import { type HandedSession, type MessageToHost, readMessageFromHost } from '#schemas/env/host-message.ts'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { isAuthPath, paths } from '#src/routes/route-table.ts'
import { linkTo, signInTarget } from '#src/routes/search-params.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useApp } from './app-context.ts'
import { useClient } from './client-context.tsx'

interface Question {
  readonly account: StoredAccount
  answer(mayEnter: boolean): void
}

/**
 * Connects the page with the app that embeds it, and asks before that app's session replaces the signed-in account
 * [BOOT-01] (DEC-38).
 */
export const HostBridge = ({ router }: { readonly router: AnyRouter }) => {
  const { authentication } = useClient()
  const { hostOrigins } = useApp().environment
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    const mayReplace = async (account: StoredAccount): Promise<boolean> => {
      await router.options.context.translation.add('pages')
      return new Promise((resolve) => {
        const answer = (mayEnter: boolean) => {
          setQuestion(undefined)
          resolve(mayEnter)
        }
        setQuestion({ account, answer })
      })
    }
    const open = (path: string, isReplacing: boolean) =>
      router.navigate({ ...linkTo(path), replace: isReplacing })
    return connectHost({ page: window, origins: hostOrigins, authentication, router, open, mayReplace })
  }, [authentication, hostOrigins, router])
  return question && <ReplaceQuestion {...question} />
}

const ReplaceQuestion = ({ account, answer }: Question) => {
  const text = useText()
  return (
    <ConfirmDialog
      title={text('my.host-session.question', { name: account.nickname })}
      isOpen
      confirmLabel={text('my.switch-account')}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <p>{text('my.host-session.consequence')}</p>
    </ConfirmDialog>
  )
}

type HostRouter = Pick<AnyRouter, 'history' | 'state'>

export interface HostServices {
  readonly page: Window & typeof globalThis
  /** Origins of other sites that may embed this page. */
  readonly origins: readonly string[]
  readonly authentication: Pick<Authentication, 'view' | 'signInWithSession'>
  readonly router: HostRouter
  open(path: string, isReplacing: boolean): Promise<void>
  /** Whether this account may take the place of the signed-in one. */
  mayReplace(account: StoredAccount): Promise<boolean>
}

/**
 * Exchanges messages with the embedding app: with the parent of a frame by `postMessage`, and with a native shell by
 * messages and events of this window. Returns a function that stops it.
 */
export function connectHost(services: HostServices): () => void {
  const { page, origins, authentication, router } = services
  const parent = page.parent === page ? undefined : page.parent
  const trusted = [page.location.origin, ...origins]
  /** One session after the other, so that none replaces the account of the one before without a question. */
  let entering = Promise.resolve()
  let announced: { readonly userId: UserId | undefined } | undefined

  const send = (message: MessageToHost) => {
    page.dispatchEvent(new CustomEvent(message.type, { detail: message }))
    const embedding = page.location.ancestorOrigins?.[0]
    // A browser that does not name the embedding origin delivers to the right one only.
    for (const origin of trusted)
      if (embedding === undefined || embedding === origin) parent?.postMessage(message, origin)
  }

  const announce = () => {
    const { status, chosen: userId } = authentication.view.get()
    if (status === 'starting' || (announced && announced.userId === userId)) return
    announced = { userId }
    send({ type: 'chat.account', userId })
  }

  const enter = async (session: HandedSession): Promise<void> => {
    const { alertKey, chosen } = await settledAuthentication(authentication)
    const isKnown = chosen === session.userId && alertKey === undefined
    if (isKnown) return
    const mayEnter = async (account: StoredAccount) => {
      const current = authentication.view.get().chosen
      return current === undefined || current === account.userId || services.mayReplace(account)
    }
    const outcome = await authentication.signInWithSession(session, mayEnter)
    if (!outcome.isOk) return send({ type: 'chat.session-rejected', userId: session.userId })
    const { pathname, search } = router.state.location
    const target = isAuthPath(pathname) ? signInTarget(search.redirect) : paths.messages
    const isReplaced = chosen !== undefined
    if (isReplaced || isAuthPath(pathname)) await services.open(target, true)
  }

  const receive = (event: MessageEvent) => {
    const isTrusted = parent ? trusted.includes(event.origin) : event.origin === page.location.origin
    if (!isTrusted || event.source !== (parent ?? page)) return
    const message = readMessageFromHost(event.data)
    if (message?.type === 'chat.open') {
      const target = safeRedirect(message.path)
      if (target !== undefined) void services.open(target, false)
    }
    if (message?.type === 'chat.back' && !goBack(page.document, router)) send({ type: 'chat.back-unhandled' })
    // A session that cannot be checked, because code for it does not load, is not accepted.
    if (message?.type === 'chat.session')
      entering = entering
        .then(() => enter(message))
        .catch(() => send({ type: 'chat.session-rejected', userId: message.userId }))
  }

  const leave = ({ detail: { sessionId } }: WindowEventMap['leave-session']) =>
    send({ type: 'chat.leave-session', sessionId })

  page.addEventListener('message', receive)
  page.addEventListener('leave-session', leave)
  const stop = authentication.view.subscribe(announce)
  announce()
  return () => {
    stop()
    page.removeEventListener('message', receive)
    page.removeEventListener('leave-session', leave)
  }
}

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Closes the topmost overlay, or goes back a page. Returns false if there is neither. */
function goBack(document: Document, router: HostRouter): boolean {
  const overlay = [...document.querySelectorAll(overlays)].at(-1)
  if (overlay !== undefined) {
    const { activeElement } = document
    const target = overlay.contains(activeElement) ? activeElement : overlay
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    return true
  }
  if (!router.history.canGoBack()) return false
  router.history.back()
  return true
}
