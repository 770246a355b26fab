/** Multi-threaded work whose results do not depend on the number of threads. */
@NullMarked
package org.ticktoquote.analysis.parallel;

import org.jspecify.annotations.NullMarked;
