/** The code in the documentation is compiled and run. */
package dev.runnel.conformance.guide;
