import { defineConfig } from 'vitest/config';

const projects = ['jsdom', 'happy-dom'].map((environment) => ({ test: { name: environment, environment } }));

export default defineConfig({ test: { projects } });
