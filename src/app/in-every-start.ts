// What a sign-in and the list of somebody signed in both have stands in the one file that every start fetches
// (scripts/start-chunks.ts): in the sign-in's own, somebody signed in would fetch all of that.
import 'lucide-react/dist/esm/icons/chevron-down.mjs'
import 'lucide-react/dist/esm/icons/eye-off.mjs'
import '#domain/forms/field-rule.ts'
import '#src/ui/menu.tsx'
import '@xstate/react'
