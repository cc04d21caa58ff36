/** Single operations, measured by JMH. */
package dev.runnel.bench.micro;
