/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** URL of the service to which the development server forwards requests. Without it, the page starts a fake server. */
  readonly VITE_SERVICE?: string;
}
