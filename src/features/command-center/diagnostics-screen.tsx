import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Screen } from '#src/ui/screen.tsx'
import { useText } from '#src/ui/use-text.ts'
import { DiagnosticsReport } from './diagnostics-report.tsx'
import styles from './diagnostics-screen.module.css'

/** The command center of a production build: only diagnostics [ROUTE-11] (DEC-33). */
export const DiagnosticsScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.messages)
  return (
    <div className={styles.page}>
      <Screen title={text('common.diagnostics.title')} onBack={goBack} isNarrow>
        <DiagnosticsReport />
      </Screen>
    </div>
  )
}
