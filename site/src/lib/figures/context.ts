/** Data that a figure may show besides the data in its lesson, and a part of a lesson as a page has it. */
import type { Component } from 'svelte';
import type { Figure } from '@cyclelab/exercises/figure';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Report } from '@cyclelab/contract/schema/report';

/** A machine that measures, as far as a figure shows it. */
export type Machine = Pick<Host, 'processor' | 'caches'>;

export interface FigureContext {
	/** Of all figures that the lesson places. */
	drawings: Drawings;
	/** In the chosen language. */
	facts: Facts;
	/** A run whose results the learner may see. */
	report: Report | undefined;
	/** The machine of that run, or a machine that could measure it. */
	machine: Machine | undefined;
}

/** The component that draws a figure. */
export type Drawing = Component<{ figure: Figure; context: FigureContext }>;
export type Drawings = Partial<Record<Figure['name'], Drawing>>;

/** A part of a lesson: text as HTML, or a figure. */
export type LessonText = ({ html: string } | { figure: Figure })[];
