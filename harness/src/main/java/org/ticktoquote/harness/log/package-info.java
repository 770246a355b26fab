/** What is logged, and where to. */
@NullMarked
package org.ticktoquote.harness.log;

import org.jspecify.annotations.NullMarked;
