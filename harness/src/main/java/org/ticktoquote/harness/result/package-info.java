/** What is derived of one run when it is over. */
@NullMarked
package org.ticktoquote.harness.result;

import org.jspecify.annotations.NullMarked;
