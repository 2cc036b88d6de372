import type { Messages } from '@lingui/core'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import type { AccountClient } from '#client/client.ts'
import { unmutedUnreadTotal } from '#domain/formats/row-badge.ts'
import { createUpdateMachine } from '#machines/update/update-machine.ts'
import { createInstallPrompt } from '#src/app/overlays/install-banner.tsx'
import { followLaunches } from '#src/platform/launch-queue.ts'
import { followUnsent } from '#src/platform/notification/unsent-reminder.ts'
import { isListPath, paths } from '#src/routes/route-table.ts'
import type { AppRouter } from '#src/routes/router.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { derive } from '#streams/readable.ts'
import { type InstallationServices, useApp, useInspectOption } from '../app-context.ts'
import { useClient } from '../client-context.tsx'
import { browserClock } from '../ports/clock.ts'
import { createServiceWorkers, fetchVersion } from '../ports/service-workers.ts'
import { useOptionalTexts } from '../use-area-texts.ts'
import { runningVersionKey } from '../version.ts'
import { InstallBanner } from './install-banner.tsx'
import { reloadPage, whenReloadIsSafe } from './storage-notice.ts'

const catalogs = import.meta.glob<Messages>('../../../locales/*/installation.po', { import: 'messages' })

/**
 * The app as an installed program: its service worker and updates, the offer to install it, and the count on its icon.
 * Loaded when the first screen is complete, because no first screen needs it.
 */
export const Installation = ({ router }: { readonly router: AppRouter }) => {
  const services = useApp().installation
  const [prompt] = useState(() => createInstallPrompt(window, services?.offer()))
  const hasTexts = useOptionalTexts(catalogs)
  useIconBadge()
  useLaunches(router)
  useUnsentReminder(hasTexts)
  const path = usePath(router)
  const isSignedIn = useReadable(useClient().account) !== undefined
  const isOnList = isListPath(path) || path === paths.contact || path === paths.my
  return (
    services &&
    hasTexts && (
      <>
        <UpdateAlert report={services.report} />
        {isSignedIn && isOnList && <InstallBanner prompt={prompt} />}
      </>
    )
  )
}

const usePath = (router: AppRouter): string =>
  useReadable(
    useMemo(
      () => ({
        get: () => router.state.location.pathname,
        subscribe: (listener: () => void) => router.subscribe('onResolved', listener),
      }),
      [router],
    ),
  )

/** Handles launches by the operating system. */
const useLaunches = ({ history }: AppRouter): void => {
  useEffect(() => {
    const { launchQueue: queue } = window
    if (queue === undefined) return
    const [loaded] = performance.getEntriesByType('navigation')
    followLaunches({
      queue,
      caches,
      now: browserClock.now,
      loadedAt: loaded?.name ?? window.location.href,
      open: (path) =>
        history.location.pathname === paths.share ? history.replace(path) : history.push(path),
    })
  }, [history])
}

/** Leaves a reminder of unsent messages for the service worker, in case that the browser ends this page. */
const useUnsentReminder = (hasTexts: boolean): void => {
  const text = useText()
  const { accounts: source, authentication } = useClient()
  const accounts = useReadable(source)
  const unsent = useMemo(
    () => ({
      get: () => authentication.unsentCount('all'),
      subscribe(listener: () => void) {
        // The account's log updates its outbox just after its list.
        const later = () => queueMicrotask(listener)
        const ends = accounts.map(({ conversations }) => conversations.subscribe(later))
        return () => {
          for (const end of ends) end()
        }
      },
    }),
    [accounts, authentication],
  )
  useEffect(() => {
    if (!hasTexts || !('serviceWorker' in navigator)) return
    return followUnsent({
      page: window,
      workers: navigator.serviceWorker,
      caches,
      unsent,
      reminderOf: (count) => ({
        title: text('common.app-name'),
        body: text('installation.unsent', { count }),
      }),
    })
  }, [hasTexts, unsent, text])
}

/** Offers the reload into a new version [SW-09]. Never focuses the button that reloads, because someone may be typing. */
const UpdateAlert = ({ report }: Pick<InstallationServices, 'report'>) => {
  const text = useText()
  const { isOffered, version, confirm, postpone } = useUpdate(report)
  return (
    <Dialog
      role="alertdialog"
      title={text('installation.update.title')}
      isOpen={isOffered}
      onClose={postpone}
      footer={
        <>
          <Button autoFocus onPress={postpone}>
            {text('installation.update.later')}
          </Button>
          <Button variant="primary" onPress={confirm}>
            {text('installation.update.confirm')}
          </Button>
        </>
      }
    >
      <p>{text('installation.update.body', { version })}</p>
    </Dialog>
  )
}

/** Runs the update machine of this tab. */
const useUpdate = (report: InstallationServices['report']) => {
  const text = useText()
  const toasts = useToasts()
  const client = useClient()
  const inspectOption = useInspectOption()
  const [machine] = useState(() =>
    createUpdateMachine({
      workers: createServiceWorkers(navigator.serviceWorker, browserClock),
      runningKey: runningVersionKey() ?? '',
      fetchVersion: () => fetchVersion(window.fetch.bind(window), browserClock),
      whenFree: (listener) => whenReloadIsSafe(client, listener),
      reload: () => reloadPage(client),
      report,
    }),
  )
  const [snapshot, send, actor] = useMachine(machine, inspectOption)
  useEffect(() => {
    const announcing = actor.on('update-available', ({ type, version }) =>
      window.dispatchEvent(new CustomEvent(type, { detail: version })),
    )
    return () => announcing.unsubscribe()
  }, [actor])
  return {
    isOffered: snapshot.matches({ on: 'offered' }),
    version: snapshot.context.offered?.version ?? '',
    confirm: () => {
      send({ type: 'update.confirmed' })
      toasts.show({ kind: 'info', text: text('installation.update.reloading') })
    },
    postpone: () => send({ type: 'update.postponed' }),
  }
}

const totalOf = (accounts: readonly AccountClient[]): number =>
  accounts.reduce((sum, { conversations }) => sum + unmutedUnreadTotal(conversations.get()), 0)

/** Shows the unread messages of all accounts of this device on the icon of the installed app. */
const useIconBadge = (): void => {
  const accounts = useReadable(useClient().accounts)
  const total = useMemo(
    () =>
      derive(
        accounts.map(({ conversations }) => conversations),
        () => totalOf(accounts),
      ),
    [accounts],
  )
  const unread = useReadable(total)
  useEffect(() => {
    // A browser that shows no badge rejects or has no such function.
    navigator.setAppBadge?.(unread).catch(() => undefined)
  }, [unread])
}
