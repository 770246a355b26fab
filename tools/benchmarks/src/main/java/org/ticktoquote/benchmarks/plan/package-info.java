/** Plans of threads on CPUs beside those of a graph mapper. */
@NullMarked
package org.ticktoquote.benchmarks.plan;

import org.jspecify.annotations.NullMarked;
