/** What stands beside the names of pages. In the same strokes as the others; only these pages load them. */
import { icon } from '../../ui/icons'

export const PersonIcon = icon(
  <>
    <circle cx="10" cy="7" r="3" />
    <path d="M4 16.5c.6-3.2 3-5 6-5s5.4 1.8 6 5" />
  </>,
)
export const PaletteIcon = icon(
  <>
    <path d="M10 3.5a6.5 6.5 0 1 0 0 13c1.4 0 1.9-.9 1.5-1.9-.5-1.2.2-2.1 1.5-2.1h1.3c1.4 0 2.2-.9 2.2-2.5 0-3.7-2.9-6.5-6.5-6.5Z" />
    <g fill="currentColor" stroke="none">
      <circle cx="6.9" cy="9.7" r="1" />
      <circle cx="9" cy="6.7" r="1" />
      <circle cx="12.7" cy="7.3" r="1" />
    </g>
  </>,
)
export const CardIcon = icon(
  <>
    <rect x="3.5" y="5" width="13" height="10" rx="2" />
    <circle cx="7.7" cy="9.3" r="1.5" />
    <path d="M5.7 12.6c.4-.9 1.1-1.4 2-1.4s1.6.5 2 1.4M12 8.7h2.3M12 11.5h2.3" />
  </>,
)
export const ShieldIcon = icon(
  <path d="M10 3.3 4.5 5.3v4.3c0 3.4 2.2 5.7 5.5 7.1 3.3-1.4 5.5-3.7 5.5-7.1V5.3L10 3.3Z" />,
)
export const GaugeIcon = icon(<path d="M4.6 15a7 7 0 1 1 10.8 0M10 11.5l3-3.7" />)
export const KeyIcon = icon(
  <>
    <circle cx="6.7" cy="13.3" r="3" />
    <path d="m9 11 6.5-6.5m-2.7 2.7 2 2m-4 0 1.3 1.3" />
  </>,
)
export const PeopleIcon = icon(
  <>
    <circle cx="7.5" cy="7.5" r="2.5" />
    <path d="M2.8 16c.5-2.7 2.3-4.2 4.7-4.2s4.2 1.5 4.7 4.2M12.7 5.2a2.5 2.5 0 0 1 0 4.6m1.6 2.4c1.5.6 2.5 1.9 2.9 3.8" />
  </>,
)
export const TicketIcon = icon(
  <path d="M3.5 6.5h13v2.2a1.4 1.4 0 0 0 0 2.6v2.2h-13v-2.2a1.4 1.4 0 0 0 0-2.6V6.5Zm8.5 0v7" />,
)
export const HouseIcon = icon(<path d="M4.5 16.5v-12h7v12m0-8.5h4v8.5m-12 0h13M7 7.5h2M7 10.5h2M7 13.5h2" />)
export const TextIcon = icon(<path d="M4 5h12M4 9h12M4 13h7" />)
export const GearsIcon = icon(
  <>
    <circle cx="10" cy="10" r="2.3" />
    <path d="M10 3.5v2m0 9v2m6.5-6.5h-2m-9 0h-2m11.1-4.6-1.4 1.4m-6.4 6.4-1.4 1.4m0-9.2 1.4 1.4m6.4 6.4 1.4 1.4" />
  </>,
)
export const PulseIcon = icon(<path d="M3 10.5h3.5L8.5 5l3 10 2-4.5H17" />)
export const LetterIcon = icon(
  <>
    <rect x="3.5" y="5" width="13" height="10" rx="2" />
    <path d="m4 6.5 6 4.5 6-4.5" />
  </>,
)
export const HistoryIcon = icon(<path d="M4.3 8A6 6 0 1 1 4 11.5M4 4.2V8h3.8M10 7v3.3l2.3 1.4" />)
export const ChartIcon = icon(<path d="M3.5 16.5h13M5.5 13.5v-4M9 13.5v-8M12.5 13.5v-6M16 13.5V9" />)
export const BellIcon = icon(<path d="M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.2 1.3H4.3l1.2-1.3Zm3 3.5h3" />)
export const PlugIcon = icon(<path d="M7.5 3.5v4m5-4v4M5.5 7.5h9v2.2a4.5 4.5 0 0 1-9 0V7.5Zm4.5 6.7v2.8" />)
