/** The results, as text, as a picture, and for programs. */
package dev.runnel.bench.report;
