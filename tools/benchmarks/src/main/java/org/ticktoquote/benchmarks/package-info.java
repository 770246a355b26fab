/** JMH microbenchmarks of the hot paths. */
@NullMarked
package org.ticktoquote.benchmarks;

import org.jspecify.annotations.NullMarked;
