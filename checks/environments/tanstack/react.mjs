import { QueryClient, QueryClientProvider, useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { JSDOM } from 'jsdom';
import { createElement, Suspense } from 'react';
import { check, titlesOf } from './check.mjs';

const { window } = new JSDOM('<main></main>');
Object.assign(globalThis, { window, document: window.document });
const { createRoot } = await import('react-dom/client');

await check((queries) => {
  const main = window.document.querySelector('main');
  let remove;
  const List = () => {
    const { data } = useSuspenseQuery(queries.mockServices.list());
    remove = useMutation(queries.mockServices.delete()).mutateAsync;
    return titlesOf(data);
  };
  const list = createElement(Suspense, { fallback: 'Loading' }, createElement(List));
  createRoot(main).render(createElement(QueryClientProvider, { client: new QueryClient() }, list));
  return { titles: () => main.textContent, remove: (id) => remove(id) };
});
