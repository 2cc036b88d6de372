import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { OwnSettings } from '#client/own-settings.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Screen } from '#src/ui/screen.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

interface MyPageProps {
  /** Text id. */
  readonly titleId: string
  /** The path of the page that the back button leads to. Default: the list of own pages. */
  readonly parent?: string
  readonly children: ReactNode
}

/** A page of the own section: cards in a column of reading width. */
export const MyPage = ({ titleId, parent = paths.my, children }: MyPageProps) => {
  const text = useText()
  const goBack = useGoBack(parent)
  const isPushed = useLocation({ select: ({ pathname }) => pathname !== paths.my })
  const isDetailPane = useFrameMode() === 'full' && parent === paths.my
  return (
    <Screen title={text(titleId)} onBack={isDetailPane ? undefined : goBack} isPushed={isPushed} isNarrow>
      <div className={styles.cards}>{children}</div>
    </Screen>
  )
}

interface SettingProps {
  /** The hash of its address on the page; see `settingAddresses`. */
  readonly id: string
  readonly children: ReactNode
}

/** A setting with an address. Its hash scrolls to it, highlights it and focuses its control. */
export const Setting = ({ id, children }: SettingProps) => {
  const row = useRef<HTMLDivElement>(null)
  /** The visit that leads here; another one of the same address counts again. */
  const visit = useLocation({ select: ({ hash, state }) => (hash === id ? (state.key ?? id) : undefined) })
  useEffect(() => {
    if (visit === undefined) return
    const controls = [...(row.current?.querySelectorAll<HTMLElement>('input, button, a') ?? [])]
    const chosen = controls.filter((control) => control.matches(':checked'))
    // A hidden control does not take the focus.
    ;[...chosen, ...controls].find((control) => {
      control.focus({ preventScroll: true })
      return control === document.activeElement
    })
    row.current?.scrollIntoView({ block: 'center' })
  }, [visit])
  return (
    <div ref={row} id={id} className={styles.setting} data-visited={visit !== undefined}>
      {children}
    </div>
  )
}

interface WithOwnSettingsProps {
  /** Shown while the code is loaded. */
  readonly placeholder?: ReactNode
  readonly children: (settings: OwnSettings) => ReactNode
}

/** Renders a part with the operations on the own settings, whose code is loaded with the first page that needs it. */
export const WithOwnSettings = ({
  placeholder = <SkeletonList rows={2} />,
  children,
}: WithOwnSettingsProps) => {
  const { loaded, hasFailed, retry } = useLoaded(useAccount().loadOwnSettings)
  if (loaded !== undefined) return children(loaded)
  return hasFailed ? <ErrorState onRetry={retry} /> : placeholder
}
