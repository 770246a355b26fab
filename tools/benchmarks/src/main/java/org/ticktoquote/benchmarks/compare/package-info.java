/** What one checkout costs beside another: the same work by both in turn, in CPU time. */
@NullMarked
package org.ticktoquote.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
