// Modules that both the sign-in and the signed-in list need. They belong to the chunk of every start
// (scripts/build-plugins.ts). Otherwise a signed-in start would load the sign-in chunk for them.
import 'lucide-react/dist/esm/icons/chevron-down.mjs'
import 'lucide-react/dist/esm/icons/eye-off.mjs'
import '#domain/forms/field-rule.ts'
import '#src/ui/menu.tsx'
import '@xstate/react'
