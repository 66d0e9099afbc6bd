/** Tests one component without a server. */
import { createExamples } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Row } from '../src/mock-services.tsx';

const queries = createQueries(createClient({ baseUrl: 'https://mock-services.test' }));

test('each of three rows shows its title and can be renamed', () => {
  const example = createExamples();
  const services = ['Orders', 'Bücher', 'Carts'].map((title) => example.mockServiceSummary({ title }));

  render(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        {services.map((service) => (
          <Row key={service.id} service={service} queries={queries} />
        ))}
      </ul>
    </QueryClientProvider>,
  );

  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual(['Orders', 'Bücher', 'Carts']);
  for (const title of ['Orders', 'Bücher', 'Carts']) screen.getByRole('button', { name: `Rename ${title}` });
});
