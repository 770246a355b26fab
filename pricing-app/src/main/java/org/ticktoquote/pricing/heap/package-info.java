/** Garbage on purpose, so that the collector of the JVM under test has work. */
@NullMarked
package org.ticktoquote.pricing.heap;

import org.jspecify.annotations.NullMarked;
