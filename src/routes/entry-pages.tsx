import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useApp } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { isCompatible } from '#src/features/entry/browser-support.ts'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { leadOn } from './entering.ts'
import { ErrorScreen } from './error-screens.tsx'
import { useHistory, usePlace } from './history.tsx'
import { reloadOnce } from './missing-part.ts'
import { fetchPage, isPage, pageAt } from './public-pages.ts'
import { paths } from './route-table.ts'

/**
 * The pages that need no account, while the router is not there. A page stays until the next one has come; so does the last one
 * while what somebody signed in sees is on its way.
 */
export const EntryPages = () => {
  useBeingLedOn()
  const { path, Page, failure } = usePage(usePagePath())
  if (failure !== undefined) return <ErrorScreen error={failure} />
  if (Page === undefined) return <LoadingScreen />
  return (
    <PageBoundary key={path}>
      <Page />
    </PageBoundary>
  )
}

/** Where the page is that belongs here; undefined for a place that only leads on. */
const usePagePath = (): string | undefined => {
  const { pathname } = usePlace()
  const isLeadingOn = pathname === paths.entry && isBrowserCompatible()
  return isLeadingOn || !isPage(pathname) ? undefined : pathname
}

const isBrowserCompatible = (): boolean => isCompatible(navigator.userAgent)

/** Leads on whoever does not belong here. */
const useBeingLedOn = (): void => {
  const history = useHistory()
  const place = usePlace()
  const client = useClient()
  const { host, preferences } = useApp()
  const view = useReadable(client.authentication.view)
  useEffect(() => {
    const target = leadOn(place, view, { client, host, preferences, isBrowserCompatible })
    if (target !== undefined) history.replace(target)
  }, [history, place, view, client, host, preferences])
}

interface Shown {
  readonly path?: string
  readonly Page?: ComponentType | undefined
  readonly failure?: unknown
}

/** The page at a path, or the one before it until it has come. */
const usePage = (path: string | undefined): Shown => {
  const [shown, setShown] = useState<Shown>({})
  useEffect(() => {
    if (path === undefined) return
    let isOver = false
    const show = async () => {
      try {
        await fetchPage(path)
        if (!isOver) setShown({ path, Page: pageAt(path) })
      } catch (failure) {
        if (!isOver && !reloadOnce(failure, window)) setShown({ path, failure })
      }
    }
    void show()
    return () => {
      isOver = true
    }
  }, [path])
  const Page = path === undefined ? undefined : pageAt(path)
  return path !== undefined && Page !== undefined ? { path, Page } : shown
}

/** Says what is the matter where a page cannot be drawn. */
class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override state: { readonly error?: unknown } = {}
  override render() {
    return 'error' in this.state ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}
