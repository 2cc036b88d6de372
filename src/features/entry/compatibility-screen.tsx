import { useNavigate } from '@tanstack/react-router'
import { LockKeyhole, MonitorX } from 'lucide-react'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { missingFeatures } from '#src/platform/device.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { Diagnostics, NoticePage, nothingKnown } from './start-failure-screen.tsx'

/** Shown by the entry screen in an unsupported browser. The user may continue [BOOT-12 BOOT-17]. */
export const CompatibilityScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const { diagnostics, host } = useApp()
  const { embeddedIn } = useReadable(host)
  const [, change] = usePreferences()
  const goOn = () => {
    change({ hasCheckedCompatibility: true })
    void navigate({ to: paths.messages, replace: true })
  }
  return (
    <NoticePage
      icon={<MonitorX />}
      title={text('common.compatibility.title')}
      description={text('common.compatibility.description')}
      actions={
        <Button variant="primary" onPress={goOn}>
          {text('common.compatibility.continue')}
        </Button>
      }
    >
      <Diagnostics {...diagnostics} app={embeddedIn} />
    </NoticePage>
  )
}

/**
 * Shown over plain HTTP, where browsers withhold required features: names them, and where to open the app (DEC-117).
 */
export const InsecureScreen = () => {
  const text = useText()
  const missing = missingFeatures().join(', ')
  return (
    <NoticePage
      icon={<LockKeyhole />}
      title={text('common.insecure.title')}
      description={text('common.insecure.description', { missing })}
    >
      <Diagnostics {...nothingKnown} />
    </NoticePage>
  )
}
