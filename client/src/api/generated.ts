export interface paths {
    "/api/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeadLetterList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters/{letter_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    letter_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters/{letter_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    letter_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminEventList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HealthShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvitationList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewInviteBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeInviteShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    invite_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QueueShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MailList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    search?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations/{org_id}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationEntry"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations/{org_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrganizationPlanBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationEntry"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    days?: "7" | "30" | "90";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OverviewShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersion"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SettingsChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersion"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersion"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Tried"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TriedWay"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    before?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersions"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    feature?: "chats_per_day" | "voice_minutes_per_month" | "memory_characters_per_day" | "background_calls_per_day" | "storage_bytes";
                    period?: string | null;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageOfAllShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    search?: string | null;
                    organizationId?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/appoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlanBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserEntry"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/remove-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResetLink"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/unsuspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApiKeyBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeApiKey"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApiKeyEdit"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyEntry"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    chatId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApprovalList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approval_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DecisionBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Decided"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConfirmBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PendingEmailChange"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewEmailBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EmailChange"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/change/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmailLinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UndoBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/undo/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmailLinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OldEmail"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmailLinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/verify/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IdentityList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    identity_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoginBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
                /** @description The password is right; the second factor is asked for */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProofBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["LogOutEverywhereBody"] | null;
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LeaveBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProfileBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/auth/oidc/{provider}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    provider: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LinkBegun"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oidc/{provider}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    returnTo?: string | null;
                    /** @deprecated */
                    link?: boolean;
                };
                header?: never;
                path: {
                    provider: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description To the provider, or to `/login?error=…` */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasswordBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ForgotBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResetBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Ways"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RegisterBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactorsShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecretShape"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/app/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CodeBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasskeyBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    passkey_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignInList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-ins/{sign_in_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sign_in_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chatId: string;
                    fromSeq?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveredStream"];
                    };
                };
                /** @description No answer is being written */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    accept?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatBody"];
                    "multipart/form-data": {
                        /** Format: binary */
                        audio?: string;
                        personaId?: string;
                        language?: string;
                        /** Format: uuid */
                        chatId?: string;
                        /** Format: uuid */
                        messageId?: string;
                    };
                };
            };
            responses: {
                /** @description The AI SDK's UI message stream, or JSON when asked for */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JsonAnswer"];
                        "text/event-stream": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/{chat_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Stopped"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/{chat_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    streamId?: string | null;
                };
                header?: {
                    "last-event-id"?: string | null;
                };
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The running answer, from its start or after Last-Event-ID */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description No answer is being written */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                    shelf?: "active" | "pinned" | "archived" | "shared" | "programs";
                    folder?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/bookmarks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string | null;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BookmarkList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatsChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatsChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatsRemoval"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatsRemoved"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/companions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompanionList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FolderList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewFolder"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FolderShape"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query: {
                    name: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FolderChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FolderShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/chats/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PauseShape"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PauseShape"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PauseShape"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chatId: string;
                    limit?: number;
                    before?: string | null;
                    around?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessageList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    message_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SaidShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    query: string;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FoundList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chat_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    forget?: boolean;
                };
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description With `forget=true`: the signed receipt of what was forgotten */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReceiptShape"];
                    };
                };
                /** @description Without: the chat is deleted; what was learned from it stays in the memory */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/chats/{chat_id}/cost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatCostShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chat_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    format?: "markdown" | "json";
                };
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The chat as a file */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                        "text/markdown": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chat_id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Fork"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chat_id}/messages/{message_id}/bookmark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                    message_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BookmarkWish"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chat_id}/messages/{message_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                    message_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Rating"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    target?: string | null;
                    folder?: string | null;
                    status?: ("pending" | "processing" | "ready" | "failed" | "cancelled") | null;
                    query?: string | null;
                    cursor?: string | null;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    days?: number;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentAnalytics"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/check-duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DuplicateQuestion"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Duplicate"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectorList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConnectorBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectorShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/connectors/{connector_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    connector_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectorDetails"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    withDocuments?: boolean;
                };
                header?: never;
                path: {
                    connector_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    connector_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConnectorChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectorShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/documents/connectors/{connector_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    connector_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectorShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    target?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FolderEntries"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SearchBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SearchAnswer"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                        target?: string;
                        title?: string;
                        folder?: string;
                        /** Format: uuid */
                        versionOf?: string;
                    };
                };
            };
            responses: {
                /** @description OK */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedShape"];
                    };
                };
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DocumentChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/documents/{document_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    version?: number | null;
                };
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CopyWish"];
                };
            };
            responses: {
                /** @description OK */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedShape"];
                    };
                };
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/pages/{page}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    version?: number | null;
                };
                header?: never;
                path: {
                    document_id: string;
                    page: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/jpeg": unknown;
                    };
                };
                /** @description Not Modified */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/reindex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number | null;
                    version?: number | null;
                };
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PagesOfText"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string | null;
                    limit?: number;
                };
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UseList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VersionList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/versions/{number}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    since: number;
                };
                header?: never;
                path: {
                    document_id: string;
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Comparison"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/versions/{number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    document_id: string;
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileEntry"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImportList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                /** @description Successful Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImportShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/{import_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    import_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImportShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InfoShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InviteCodeBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InviteCodeBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SeenInvite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loops/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FeedState"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeFeed"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectionList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ServerBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectionShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PastedServers"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImportedServers"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/{server_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectionShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ServerChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectionShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/mcp/servers/{server_id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectionShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/{server_id}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConnectBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectBegun"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectionShape"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/{server_id}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ServerTools"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/{server_id}/tools/{tool}/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server_id: string;
                    tool: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TrustBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ServerTool"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    query?: string;
                    kinds?: string | null;
                    limit?: number;
                    personaId?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MentionList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrganizationBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MyOrganization"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrganizationBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/organizations/{org_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InviteList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InviteBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InviteShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    invite_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationKeyList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApiKeyBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeOrganizationKey"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    key_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LeaveOrganizationBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MemberList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RoleBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MemberShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/organizations/{org_id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SecondFactorBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/page-errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PageErrorBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    archived?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PersonaList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPersona"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonaWish"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PersonaFields"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/{persona_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonaChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/personas/{persona_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/{persona_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DuplicateWish"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/{persona_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/{persona_id}/overlay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Instructions"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Instructions"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Instructions"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/{persona_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/{persona_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: number | null;
                    limit?: number;
                };
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PersonaVersions"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas/{persona_id}/versions/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    persona_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FormerVersion"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholePersona"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PlanList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConnectedPrograms"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AnswerToProgram"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GoOn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AskingProgram"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProgramConsent"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{program_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    program_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    chatId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QuestionList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/questions/{question_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    question_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FormAnswerBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    personaId?: string | null;
                    chatId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToolList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/trusts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TrustList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/trusts/{trust_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    trust_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/{turn_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    turn_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReplayBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Replay"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/{turn_id}/told": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    turn_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToldShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/{turn_id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    turn_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Trace"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Usage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/time-zone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ZoneBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Zone"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/speak": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SpeakBody"];
                };
            };
            responses: {
                /** @description The text, spoken */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/mpeg": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/transcribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        audio: string;
                        language?: string;
                    };
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Transcript"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AboutShape"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IdentityShape"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    query?: string;
                    asOf?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntityList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    ids: string;
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EpisodeList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One JSON object a line */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/x-ndjson": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    query?: string | null;
                    includeRetired?: boolean;
                    pinned?: boolean | null;
                    personaId?: string | null;
                    asOf?: string | null;
                    kind?: string | null;
                    entityId?: number | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/facts/{fact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path: {
                    fact_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    fact_id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FactPatch"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/memory/facts/{fact_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path: {
                    fact_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactHistory"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Wish"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReceiptShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/forget/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Meant"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CountShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    asOf?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PictureShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IdentityShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-ndjson": string;
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Imported"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    asOf?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KindList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/learned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    externalId: string;
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LearnedShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/loops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoopQuestion"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoopList"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/loops/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoopBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoopShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/loops/{loop_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    loop_id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoopPatch"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoopShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/memory/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QualityShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReceiptList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/receipts/{receipt_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path: {
                    receipt_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AboutServerShape: {
            name: string | null;
            version: string | null;
            protocol: string | null;
        };
        AboutShape: {
            tenantId?: string | null;
            userId?: string | null;
            about: string;
        };
        AccessShape: {
            canChat: boolean;
            canViewSettings: boolean;
            canEdit: boolean;
        };
        AdminEventList: {
            events: components["schemas"]["AdminEventShape"][];
            nextCursor: string | null;
        };
        AdminEventShape: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["NamedThing"] | null;
            what: string;
            target: components["schemas"]["NamedThing"] | null;
            organization: components["schemas"]["NamedThing"] | null;
            detail: {
                [key: string]: unknown;
            };
        };
        AnswerToProgram: {
            clientId: string;
            redirectUri: string;
            responseType?: string;
            codeChallenge?: string;
            codeChallengeMethod?: string;
            scope?: string | null;
            state?: string | null;
            resource?: string | null;
            isAllowed: boolean;
            scopes?: ("memory:read" | "memory:write" | "chat:read")[];
        };
        AnsweringSection: {
            /** @default [] */
            models: string[];
            temperature?: number | null;
            /** @default 4096 */
            maxOutputTokens: number;
            /** @default 24000 */
            promptTokens: number;
            /** @default 8 */
            toolRounds: number;
            thinkingTokens?: number | null;
            /** @default false */
            preflight: boolean;
            /**
             * @default interrupt
             * @enum {string}
             */
            onCrash: "interrupt" | "regenerate";
        };
        ApiKeyBody: {
            name: string;
            scopes: ("chat" | "chat:read" | "chat:write" | "memory" | "memory:read" | "memory:write" | "completions" | "embeddings" | "documents" | "models" | "usage")[];
            expiresAt?: string | null;
            minuteLimit?: number | null;
            dayLimit?: number | null;
            models?: string[];
            networks?: string[];
            spendLimitUsd?: number | null;
        };
        /** @description What is left out stays as it is; null takes a limit away. */
        ApiKeyEdit: {
            name?: string;
            scopes?: ("chat" | "chat:read" | "chat:write" | "memory" | "memory:read" | "memory:write" | "completions" | "embeddings" | "documents" | "models" | "usage")[];
            expiresAt?: string | null;
            minuteLimit?: number | null;
            dayLimit?: number | null;
            models?: string[];
            networks?: string[];
            spendLimitUsd?: number | null;
        };
        ApiKeyEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            lastPlace: string | null;
            expiresAt: string | null;
            minuteLimit: number | null;
            dayLimit: number | null;
            models: string[];
            networks: string[];
            spendLimitUsd: number | null;
            spentUsd: number;
            previousUntil: string | null;
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKeyEntry"][];
        };
        ApprovalList: {
            approvals: components["schemas"]["ApprovalShape"][];
        };
        ApprovalShape: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            chatId: string;
            /** Format: uuid */
            messageId: string;
            toolCallId: string;
            name: string;
            title: string;
            description: string;
            source: string;
            /** @enum {string} */
            danger: "reads" | "changes" | "dangerous";
            arguments: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            askedAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        AskedSecondFactorShape: {
            /** Format: date-time */
            since: string;
            graceDays: number;
            deadline: string | null;
            isKeptOut: boolean;
        };
        /** @description What stands in the address that it sent the browser here with, letter by letter. */
        AskingProgram: {
            clientId: string;
            redirectUri: string;
            responseType?: string;
            codeChallenge?: string;
            codeChallengeMethod?: string;
            scope?: string | null;
            state?: string | null;
            resource?: string | null;
        };
        /** @description One try at one model. */
        AttemptTrace: {
            name: string;
            /** @enum {string} */
            outcome: "answered" | "failed" | "cancelled";
            failure: ("unreachable" | "slow_first_byte" | "stalled" | "cut_off" | "malformed" | "unauthorized" | "rate_limited" | "rejected" | "server_error" | "empty" | "not_configured" | "spent") | null;
            ms: number | null;
            firstEventMs: number | null;
            inputTokens: number | null;
            outputTokens: number | null;
            costUsd: number | null;
        };
        BlockDifference: {
            /** @enum {string} */
            kind: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "tools" | "history" | "real_time" | "user_message" | "answer_so_far" | "system" | "persona_knowledge" | "overlay_knowledge" | "user_documents" | "org_documents" | "company" | "mentions" | "mentioned" | "mentioned_persona";
            /** @enum {string} */
            change: "same" | "changed" | "added" | "removed";
            then: components["schemas"]["ReplayedText"] | null;
            replayed: components["schemas"]["ReplayedText"] | null;
        };
        /** @description A piece of the prompt, and what became of it. */
        BlockTrace: {
            /** @enum {string} */
            kind: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "tools" | "history" | "real_time" | "user_message" | "answer_so_far" | "system" | "persona_knowledge" | "overlay_knowledge" | "user_documents" | "org_documents" | "company" | "mentions" | "mentioned" | "mentioned_persona";
            order: number;
            tokens: number;
            /** @enum {string} */
            status: "kept" | "compressed" | "dropped";
            reason: string;
            sha256: string;
            /** @default [] */
            sources: components["schemas"]["SourceTrace"][];
            text: string | null;
            withheld: string | null;
        };
        BookmarkList: {
            bookmarks: components["schemas"]["BookmarkShape"][];
            nextCursor: string | null;
        };
        BookmarkShape: {
            /** Format: uuid */
            chatId: string;
            chatTitle: string;
            personaId: string;
            /** Format: uuid */
            messageId: string;
            /** @enum {string} */
            role: "user" | "assistant";
            /** Format: date-time */
            saidAt: string;
            /** Format: date-time */
            bookmarkedAt: string;
            text: string;
        };
        BookmarkWish: {
            isBookmarked: boolean;
        };
        BroughtDocument: {
            /** Format: uuid */
            documentId: string;
            filename?: string | null;
            mediaType?: string | null;
        };
        ChangeShape: {
            /** @enum {string} */
            kind: "same" | "removed" | "added" | "skipped";
            lines: number;
            text: string;
        };
        ChatBody: {
            /** Format: uuid */
            id: string;
            message?: components["schemas"]["SentMessage"] | null;
            selectedPersonaId?: string | null;
            selectedProfileId?: string | null;
            selectedModel?: string | null;
            selectedLength?: ("shorter" | "longer") | null;
            withoutMemory?: boolean;
            /** @enum {string} */
            selectedVisibility?: "private" | "public";
            /** @enum {string} */
            selectedMemory?: "on" | "temporary";
            /** @enum {string} */
            selectedResearchMode?: "off" | "nexus";
            composerDocumentId?: string | null;
            /** @enum {string} */
            trigger?: "submit-message" | "regenerate-message" | "continue-message";
            messageId?: string | null;
        };
        ChatChange: {
            title?: string | null;
            visibility?: ("private" | "snapshot" | "public") | null;
            memory?: ("on" | "paused") | null;
            headMessageId?: string | null;
            isPinned?: boolean | null;
            isArchived?: boolean | null;
            folder?: string | null;
        };
        ChatCostShape: {
            usd: number | null;
            unknown: number;
        };
        ChatList: {
            chats: components["schemas"]["ChatShape"][];
            nextCursor: string | null;
        };
        ChatShape: {
            /** Format: uuid */
            id: string;
            title: string;
            personaId: string;
            /** @enum {string} */
            visibility: "private" | "snapshot" | "public";
            sharedAt: string | null;
            /** @enum {string} */
            memory: "on" | "paused" | "temporary";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            isPinned: boolean;
            isArchived: boolean;
            folder: string | null;
        };
        ChatsChange: {
            chatIds: string[];
            isPinned?: boolean | null;
            isArchived?: boolean | null;
            folder?: string | null;
        };
        ChatsChanged: {
            changed: number;
        };
        ChatsRemoval: {
            chatIds: string[];
            forget?: boolean;
        };
        ChatsRemoved: {
            deleted: number;
            receipt: components["schemas"]["ReceiptShape"] | null;
        };
        CodeBody: {
            code: string;
        };
        CompanionList: {
            companions: components["schemas"]["CompanionShape"][];
        };
        CompanionShape: {
            personaId: string;
            chat: components["schemas"]["ChatShape"] | null;
        };
        Comparison: {
            former: number;
            later: number;
            changes: components["schemas"]["ChangeShape"][];
        };
        ConfirmBody: {
            code?: string | null;
            recoveryCode?: string | null;
            passkey?: {
                [key: string]: unknown;
            } | null;
            password?: string | null;
        };
        ConnectBegun: {
            address: string;
        };
        ConnectBody: {
            returnTo?: string | null;
        };
        ConnectedProgramShape: {
            /** Format: uuid */
            id: string;
            name: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            lastPlace: string | null;
        };
        ConnectedPrograms: {
            address: string;
            programs: components["schemas"]["ConnectedProgramShape"][];
        };
        ConnectionList: {
            servers: components["schemas"]["ConnectionShape"][];
            mayAddForEveryone: boolean;
            mayAddCommands: boolean;
        };
        ConnectionShape: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            /** @enum {string} */
            scope: "mine" | "everyone";
            /** @enum {string} */
            kind: "http" | "command";
            url: string | null;
            hasHiddenQuery: boolean;
            command: string | null;
            args: string[];
            headerNames: string[];
            envNames: string[];
            auth: components["schemas"]["RegistrationShape"] | null;
            isOn: boolean;
            isDeclared: boolean;
            canEdit: boolean;
            /** @enum {string} */
            state: "new" | "ready" | "failed" | "sign_in" | "off";
            error: components["schemas"]["McpErrorShape"] | null;
            isSignedIn: boolean;
            checkedAt: string | null;
            server: components["schemas"]["AboutServerShape"] | null;
            tools: number;
            resources: number;
            prompts: number;
            /** Format: date-time */
            createdAt: string;
        };
        ConnectorBody: {
            /** @enum {string} */
            kind: "folder" | "git" | "feed" | "page" | "sitemap";
            address: string;
            target?: string;
            name?: string | null;
            everyMinutes?: number;
        };
        ConnectorChange: {
            name?: string | null;
            everyMinutes?: number | null;
            isPaused?: boolean | null;
        };
        ConnectorDetails: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "pack" | "folder" | "git" | "feed" | "page" | "sitemap";
            address: string;
            name: string;
            target: string;
            everyMinutes: number;
            isPaused: boolean;
            /** @enum {string} */
            status: "waiting" | "syncing" | "ok" | "failed";
            error: components["schemas"]["FaultShape"] | null;
            documents: number;
            refused: number;
            syncedAt: string | null;
            /** Format: date-time */
            nextAt: string;
            /** Format: date-time */
            createdAt: string;
            refusedItems: components["schemas"]["RefusedItem"][];
        };
        ConnectorList: {
            connectors: components["schemas"]["ConnectorShape"][];
        };
        ConnectorShape: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "pack" | "folder" | "git" | "feed" | "page" | "sitemap";
            address: string;
            name: string;
            target: string;
            everyMinutes: number;
            isPaused: boolean;
            /** @enum {string} */
            status: "waiting" | "syncing" | "ok" | "failed";
            error: components["schemas"]["FaultShape"] | null;
            documents: number;
            refused: number;
            syncedAt: string | null;
            /** Format: date-time */
            nextAt: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description What the sources have to say for the trace: decisions, counts and scores; never a text. */
        ContextNotes: {
            reading: components["schemas"]["ReadingTrace"] | null;
            /** @default [] */
            retrievals: components["schemas"]["Retrieval"][];
            /** @default false */
            startbrief_used: boolean;
            startbrief_fallback: string | null;
            /** @default 0 */
            startbrief_items_count: number;
            /** @default 0 */
            bridgeText_chars: number;
            /**
             * @default {
             *       "user_turns_seen": 0,
             *       "handover_injected": false,
             *       "bridge_injected": false,
             *       "ops_injected": false,
             *       "startbrief_fetch": "not_asked",
             *       "reinjection_used": false,
             *       "outcomes": {},
             *       "overlay_sections": [],
             *       "overlay_loops": 0,
             *       "steering_used": false
             *     }
             */
            startbriefRuntime: components["schemas"]["SessionStartTrace"];
            preflight: components["schemas"]["PreflightTrace"] | null;
            /** @default [] */
            unknownModels: string[];
        };
        CopyWish: {
            target: string;
        };
        CountShape: {
            counts: {
                [key: string]: number;
            };
        };
        DatabaseHealth: {
            serverVersion: string;
            bytes: number;
            connections: number;
            mostConnections: number;
        };
        DeadLetterList: {
            deadLetters: components["schemas"]["DeadLetterShape"][];
            total: number;
        };
        DeadLetterShape: {
            id: string;
            /** @enum {string} */
            source: "job" | "memory";
            kind: string;
            failure: string;
            tries: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            diedAt: string;
        };
        DebugMessage: {
            role: string;
            content: unknown;
        };
        DebugPrompt: {
            model: string;
            messages: components["schemas"]["DebugMessage"][];
        };
        /** @description What a turn's owner sees of its making while it runs. */
        DebugView: {
            /** Format: uuid */
            turnId: string;
            blocks: components["schemas"]["BlockTrace"][];
            promptTokens: number;
            promptBudget: number;
            missing: components["schemas"]["MissingTrace"][];
            notes: components["schemas"]["ContextNotes"];
            prompt: components["schemas"]["DebugPrompt"] | null;
        };
        Decided: {
            turnId: string | null;
            streamId: string | null;
            waitingFor: string[];
        };
        DecisionBody: {
            /** @enum {string} */
            decision: "approve" | "deny";
            arguments?: {
                [key: string]: unknown;
            } | null;
            reason?: string | null;
            remember?: ("chat" | "always") | null;
        };
        DiskHealth: {
            freeBytes: number;
            totalBytes: number;
        };
        DocumentAnalytics: {
            /** Format: date-time */
            since: string;
            documents: number;
            unused: number;
            answers: number;
            cited: number;
            items: components["schemas"]["UsedDocumentShape"][];
            unusedItems: components["schemas"]["UnusedDocumentShape"][];
        };
        DocumentChange: {
            title?: string | null;
            folder?: string | null;
            target?: "user" | null;
        };
        DocumentList: {
            documents: components["schemas"]["DocumentShape"][];
            nextCursor: string | null;
        };
        /** @description A document that was uploaded for the target `chat`: the message takes it along into its chat. */
        DocumentPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "data-document";
            data: components["schemas"]["BroughtDocument"];
        };
        DocumentShape: {
            /** Format: uuid */
            id: string;
            title: string;
            filename: string;
            mediaType: string;
            bytes: number;
            sha256: string;
            target: string;
            folder: string | null;
            /** @enum {string} */
            status: "pending" | "processing" | "ready" | "failed" | "cancelled";
            progress: number;
            error: components["schemas"]["FaultShape"] | null;
            extraction: ("text" | "repaired" | "ocr" | "model" | "transcript") | null;
            isCut: boolean;
            source: string | null;
            pages: number | null;
            passages: number | null;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Duplicate: {
            document: components["schemas"]["DocumentShape"] | null;
        };
        DuplicateQuestion: {
            sha256: string;
            target?: string;
        };
        DuplicateWish: {
            name?: string | null;
        };
        EdgeShape: {
            fromId: string;
            toId: string;
            relation: string;
            factId: string;
            text: string;
        };
        EmailChange: {
            email: string;
            /** Format: date-time */
            expiresAt: string;
        };
        EmailLinkBody: {
            /** Format: password */
            token: string;
        };
        EmbedderHealth: {
            name: string;
            dimensions: number;
        };
        EntityList: {
            entities: components["schemas"]["KnownEntityShape"][];
            nextCursor: string | null;
        };
        EpisodeList: {
            episodes: components["schemas"]["PlacedEpisode"][];
        };
        EventList: {
            events: components["schemas"]["EventShape"][];
            nextCursor: string | null;
        };
        EventShape: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["NamedShape"] | null;
            what: string;
            target: components["schemas"]["NamedShape"] | null;
            detail: {
                [key: string]: unknown;
            };
        };
        EvidenceShape: {
            episodeId: string;
            externalId: string | null;
        };
        FactHistory: {
            versions: components["schemas"]["FactShape"][];
        };
        FactList: {
            facts: components["schemas"]["FactShape"][];
            nextCursor: string | null;
        };
        FactPatch: {
            tenantId?: string | null;
            userId?: string | null;
            text?: string | null;
            isPinned?: boolean | null;
        };
        FactShape: {
            id: string;
            text: string;
            subject: string;
            predicate: string;
            object: string;
            confidence: number;
            /** @enum {string} */
            source: "model" | "rules" | "person";
            validFrom: string | null;
            validTo: string | null;
            /** Format: date-time */
            learnedAt: string;
            retiredAt: string | null;
            retiredBecause: string | null;
            supersededBy: string | null;
            isPinned: boolean;
            isDoubtful: boolean;
            kinds: string[];
            evidence: components["schemas"]["EvidenceShape"][];
        };
        FactorsShape: {
            appSince: string | null;
            passkeys: components["schemas"]["PasskeyEntry"][];
            mayAddPasskeys: boolean;
            recoveryCodesLeft: number;
        };
        FaultShape: {
            code: string;
            message: string;
        };
        /** @description One by one over the plan's own numbers; null lifts a limit, what is left out stays as the plan has it. */
        FeatureLimits: {
            chats_per_day?: number | null;
            storage_bytes?: number | null;
            personas?: number | null;
            research_runs_per_month?: number | null;
            research_concurrent?: number | null;
            voice_minutes_per_month?: number | null;
            api_requests_per_minute?: number | null;
            seats?: number | null;
            memory_characters_per_day?: number | null;
            background_calls_per_day?: number | null;
        };
        /** @description Names as they are written everywhere else; null is no limit. */
        FeatureTable: {
            chats_per_day: number | null;
            storage_bytes: number | null;
            personas: number | null;
            voice_minutes_per_month: number | null;
            api_requests_per_minute: number | null;
            seats: number | null;
            memory_characters_per_day: number | null;
            background_calls_per_day: number | null;
        };
        FeedEntry: {
            /** Format: date-time */
            createdAt: string;
            lastReadAt: string | null;
        };
        FeedState: {
            feed: components["schemas"]["FeedEntry"] | null;
        };
        FieldShape: {
            name: string;
            /** @enum {string} */
            kind: "text" | "number" | "integer" | "yes_no" | "choice" | "choices";
            title: string;
            description: string;
            isRequired: boolean;
            options: components["schemas"]["OptionShape"][];
            default: string | boolean | number | string[] | null;
            least: number | null;
            most: number | null;
            format: string | null;
        };
        FigureShape: {
            answered: number;
            failed: number;
            stopped: number;
            inputTokens: number;
            outputTokens: number;
            costUsd: number | null;
            priced: number;
            firstWordP50: number | null;
            firstWordP95: number | null;
        };
        FileEntry: {
            /** Format: uuid */
            id: string;
            filename: string;
            mediaType: string;
            bytes: number;
        };
        /** @description A file by the id its upload was given; never by an address the browser names. */
        FilePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            /** Format: uuid */
            blobId: string;
            mediaType?: string | null;
            filename?: string | null;
        };
        FolderChange: {
            name: string;
            newName: string;
        };
        FolderEntries: {
            folders: components["schemas"]["FolderEntry"][];
        };
        FolderEntry: {
            name: string;
            documents: number;
        };
        FolderList: {
            folders: components["schemas"]["FolderShape"][];
        };
        FolderShape: {
            name: string;
            chats: number;
            archived: number;
        };
        ForgotBody: {
            email: string;
        };
        /** @description A block that was taken out, because something in it was forgotten since. What else it told of is still named. */
        ForgottenTrace: {
            /** @enum {string} */
            kind: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "tools" | "history" | "real_time" | "user_message" | "answer_so_far" | "system" | "persona_knowledge" | "overlay_knowledge" | "user_documents" | "org_documents" | "company" | "mentions" | "mentioned" | "mentioned_persona";
            /** @default [] */
            sources: components["schemas"]["SourceTrace"][];
        };
        Fork: {
            messageId?: string | null;
        };
        FormAnswerBody: {
            /** @enum {string} */
            action: "accept" | "decline" | "cancel";
            content?: {
                [key: string]: unknown;
            };
        };
        FormerVersion: {
            version: number;
        };
        FoundList: {
            messages: components["schemas"]["FoundShape"][];
            chats: components["schemas"]["ChatShape"][];
            nextCursor: string | null;
        };
        FoundShape: {
            /** Format: uuid */
            chatId: string;
            chatTitle: string;
            personaId: string;
            /** Format: uuid */
            messageId: string;
            /** @enum {string} */
            role: "user" | "assistant";
            /** Format: date-time */
            createdAt: string;
            passage: components["schemas"]["PassagePiece"][];
        };
        /** @description What was found and told: which one, and how well it fits; null of what was told together. */
        FoundTrace: {
            id: string | null;
            score: number | null;
            namespace?: string | null;
        };
        FrameBody: {
            file: string;
            function?: string;
            line: number;
        };
        GoOn: {
            address: string;
        };
        HealthShape: {
            /** @enum {string} */
            status: "ready" | "not_ready";
            version: string;
            parts: {
                [key: string]: string;
            };
            database: components["schemas"]["DatabaseHealth"];
            migrations: components["schemas"]["MigrationsHealth"];
            embedder: components["schemas"]["EmbedderHealth"];
            models: components["schemas"]["ModelHealth"][];
            disk: components["schemas"]["DiskHealth"] | null;
            worker: components["schemas"]["WorkerHealth"];
            streams: components["schemas"]["StreamsHealth"];
            mail: components["schemas"]["MailHealth"];
            outbox: components["schemas"]["OutboxHealth"];
        };
        /** @description How a recording became words. */
        HeardTrace: {
            model: string;
            seconds: number;
            ms: number;
        };
        /** @description What of the conversation the model sees: the whole chat, or only the present session. */
        HistorySection: {
            /**
             * @default chat
             * @enum {string}
             */
            scope: "session" | "chat";
            /** @default 50 */
            messages: number;
        };
        IdentityEntry: {
            /** Format: uuid */
            id: string;
            provider: string | null;
            label: string;
            /** Format: date-time */
            linkedAt: string;
            isLastWayIn: boolean;
        };
        IdentityFact: {
            /** @enum {string} */
            what: "preferred_name" | "time_zone" | "fact";
            text: string;
            evidence: components["schemas"]["EvidenceShape"][];
        };
        IdentityList: {
            identities: components["schemas"]["IdentityEntry"][];
        };
        IdentityShape: {
            preferredName: string | null;
            timeZone: string | null;
            facts: components["schemas"]["IdentityFact"][];
            about: string;
            clockZone: string | null;
        };
        ImportList: {
            imports: components["schemas"]["ImportShape"][];
        };
        ImportShape: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            origin: "chatgpt" | "claude" | "open-webui" | "mem0";
            filename: string;
            /** @enum {string} */
            status: "pending" | "running" | "ready" | "failed";
            error: string | null;
            chats: number;
            done: number;
            newChats: number;
            newMessages: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Imported: {
            counts: {
                [key: string]: number;
            };
        };
        ImportedServers: {
            servers: components["schemas"]["ConnectionShape"][];
            refused: components["schemas"]["RefusedServer"][];
        };
        InfoShape: {
            version: string;
            speech: components["schemas"]["SpeechShape"];
            model: components["schemas"]["ModelShape"];
            models: components["schemas"]["ModelShape"][];
            features: {
                [key: string]: boolean;
            };
        };
        Instructions: {
            instructions: string;
        };
        InvitationList: {
            invites: components["schemas"]["InvitationShape"][];
        };
        InvitationShape: {
            /** Format: uuid */
            id: string;
            note: string;
            maxUses: number;
            uses: number;
            madeBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InviteBody: {
            maxUses?: number;
            /** @enum {string} */
            role?: "member" | "admin";
            email?: string | null;
        };
        InviteCodeBody: {
            code: string;
        };
        InviteList: {
            invites: components["schemas"]["InviteShape"][];
        };
        InviteShape: {
            /** Format: uuid */
            id: string;
            code: string | null;
            link: string | null;
            /** @enum {string} */
            role: "member" | "admin";
            maxUses: number;
            uses: number;
            email: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitingOrganization: {
            name: string;
        };
        JobKindShape: {
            kind: string;
            waiting: number;
            later: number;
            running: number;
            dead: number;
            oldestSeconds: number;
        };
        JsonAnswer: {
            /** Format: uuid */
            chatId: string;
            /** Format: uuid */
            turnId: string;
            /** Format: uuid */
            messageId: string;
            transcript: string;
            response: string;
            audioUrl: string | null;
            timing: components["schemas"]["Timing"];
            /** @enum {string} */
            status: "completed" | "errored" | "interrupted";
            error?: string | null;
            audioError?: string | null;
            debug?: components["schemas"]["DebugView"] | null;
        };
        KindList: {
            kinds: components["schemas"]["KindShape"][];
            firstAt: string | null;
        };
        KindShape: {
            kind: string;
            facts: number;
        };
        KnowingSection: {
            /** @default [] */
            namespaces: string[];
        };
        KnownEntityShape: {
            id: string;
            name: string;
            kind: string;
            relation: string | null;
            mentions: number;
            /** Format: date-time */
            lastMentionedAt: string;
            facts: number;
            isSelf: boolean;
        };
        LearnedLoop: {
            id: string;
            text: string;
        };
        LearnedShape: {
            isDone: boolean;
            facts: components["schemas"]["FactShape"][];
            loops: components["schemas"]["LearnedLoop"][];
        };
        LeaveBody: {
            password?: string | null;
        };
        LeaveOrganizationBody: {
            newOwnerId?: string | null;
        };
        LimitsBody: {
            features?: components["schemas"]["FeatureLimits"];
        };
        LimitsShape: {
            features: {
                [key: string]: number | null;
            };
        };
        LinkBegun: {
            location: string;
        };
        LinkBody: {
            returnTo?: string | null;
        };
        LogOutEverywhereBody: {
            revokesKeys?: boolean;
        };
        LoginBody: {
            email: string;
            /** Format: password */
            password: string;
        };
        LoopBody: {
            tenantId?: string | null;
            userId?: string | null;
            /** @enum {string} */
            kind?: "commitment" | "thread" | "friction" | "habit" | "win";
            text: string;
            dueAt?: string | null;
        };
        LoopList: {
            loops: components["schemas"]["ToldLoop"][];
        };
        LoopPatch: {
            tenantId?: string | null;
            userId?: string | null;
            status?: ("open" | "completed" | "dropped") | null;
            text?: string | null;
            dueAt?: string | null;
            snoozedUntil?: string | null;
        };
        LoopQuestion: {
            tenantId?: string | null;
            userId?: string | null;
            status?: ("open" | "completed" | "dropped") | null;
            personaId?: string | null;
            includeWords?: boolean;
        };
        LoopShape: {
            id: string;
            /** @enum {string} */
            kind: "commitment" | "thread" | "friction" | "habit" | "win";
            /** @enum {string} */
            status: "open" | "completed" | "dropped";
            text: string;
            confidence: number;
            salience: number;
            /** @enum {string} */
            timeHorizon: "today" | "this_week" | "this_month" | "later" | "ongoing";
            dueAt: string | null;
            snoozedUntil: string | null;
            /** Format: date-time */
            openedAt: string;
            closedAt: string | null;
            closedBecause: string | null;
            /** @enum {string} */
            source: "model" | "rules" | "person";
            evidence: components["schemas"]["EvidenceShape"][];
        };
        MadeApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            lastPlace: string | null;
            expiresAt: string | null;
            minuteLimit: number | null;
            dayLimit: number | null;
            models: string[];
            networks: string[];
            spendLimitUsd: number | null;
            spentUsd: number;
            previousUntil: string | null;
            /** @description The key itself, shown this once. */
            key: string;
        };
        MadeFeed: {
            address: string;
        };
        MadeInviteShape: {
            /** Format: uuid */
            id: string;
            code: string;
            link: string;
            maxUses: number;
            /** Format: date-time */
            expiresAt: string;
        };
        MadeOrganizationKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            lastPlace: string | null;
            expiresAt: string | null;
            minuteLimit: number | null;
            dayLimit: number | null;
            models: string[];
            networks: string[];
            spendLimitUsd: number | null;
            spentUsd: number;
            previousUntil: string | null;
            madeBy: components["schemas"]["NamedShape"];
            isYours: boolean;
            isResting: boolean;
            /** @description The key itself, shown this once. */
            key: string;
        };
        MailHealth: {
            canSend: boolean;
            waiting: number;
            oldestSeconds: number;
            failed: number;
        };
        MailList: {
            mails: components["schemas"]["MailShape"][];
            canSend: boolean;
            nextCursor: string | null;
        };
        MailShape: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            purpose: string;
            /** @enum {string} */
            state: "waiting" | "sent" | "kept" | "failed";
            tries: number;
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            words: components["schemas"]["MailWords"] | null;
        };
        MailWords: {
            to: string;
            subject: string;
            text: string;
        };
        McpErrorShape: {
            code: string;
            message: string;
        };
        Me: {
            /** Format: uuid */
            id: string;
            type: string;
            email: string | null;
            emailState: ("verified" | "waiting" | "unverified") | null;
            name: string;
            picture: string | null;
            tenantId: string;
            isAdmin: boolean;
        };
        /** @description Exactly one of the eight. */
        Meant: {
            tenantId?: string | null;
            userId?: string | null;
            factIds?: string[] | null;
            sessionIds?: string[] | null;
            chatId?: string | null;
            chatIds?: string[] | null;
            messageIds?: string[] | null;
            period?: components["schemas"]["PeriodShape"] | null;
            query?: string | null;
            everything?: true | null;
            skipUnknown?: boolean;
        };
        MemberList: {
            members: components["schemas"]["MemberShape"][];
            nextCursor: string | null;
        };
        MemberShape: {
            /** Format: uuid */
            userId: string;
            name: string;
            email: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** Format: date-time */
            joinedAt: string;
            isEmailVerified: boolean;
            hasSecondFactor: boolean | null;
            isYou: boolean;
            canManage: boolean;
            rolesToChoose: ("owner" | "admin" | "member")[];
        };
        MembersNeedShape: {
            graceDays: number;
            without: number;
        };
        MentionList: {
            items: components["schemas"]["MentionShape"][];
        };
        MentionShape: {
            mention: string;
            /** @enum {string} */
            kind: "resource" | "tool" | "server" | "document" | "persona" | "person" | "chat" | "memory";
            label: string;
            hint: string;
            /** @enum {string} */
            state: "ready" | "not_connected" | "not_allowed";
            remedy: string | null;
            remedyAddress: string | null;
        };
        MessageList: {
            chat: components["schemas"]["ChatShape"];
            messages: components["schemas"]["MessageShape"][];
            hasMore: boolean;
            hasLater: boolean;
            isMine: boolean;
            author: string | null;
        };
        MessageShape: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "user" | "assistant";
            parts: {
                [key: string]: unknown;
            }[];
            /** @enum {string} */
            status: "complete" | "partial" | "error";
            endedBecause: ("stopped" | "failed" | "lost") | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            turnId: string;
            model: string | null;
            costUsd: number | null;
            feedback: ("up" | "down") | null;
            isBookmarked: boolean;
            siblings: string[];
        };
        MigrationsHealth: {
            present: string;
            known: string;
        };
        /** @description What could not be asked, and why. */
        MissingTrace: {
            /** @enum {string} */
            source: "history" | "session_start" | "session" | "startbrief" | "user_model" | "daily" | "loops" | "handover" | "envelope" | "legacy" | "standing" | "instructions" | "mentions" | "chat_summary" | "documents" | "recall" | "librarian" | "memory" | "files" | "demo model" | "voice" | "tools" | "trace";
            reason: string;
        };
        ModelFiguresShape: {
            answered: number;
            failed: number;
            stopped: number;
            inputTokens: number;
            outputTokens: number;
            costUsd: number | null;
            priced: number;
            firstWordP50: number | null;
            firstWordP95: number | null;
            model: string | null;
        };
        ModelHealth: {
            name: string;
            isDemo: boolean;
            isResting: boolean;
        };
        ModelShape: {
            name: string;
            isDemo: boolean;
            seesImages: boolean;
        };
        MyOrganization: {
            organization: components["schemas"]["OrganizationShape"] | null;
        };
        NamedShape: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        NamedThing: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        NewEmailBody: {
            email: string;
        };
        NewFolder: {
            name: string;
        };
        NewInviteBody: {
            maxUses?: number;
            note?: string;
        };
        NewPersona: {
            name: string;
            description: string;
            kernel: string;
            sessionGapMinutes?: number;
            isPerpetual?: boolean;
            blocks?: ("posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "knowledge" | "recall")[];
            tools?: string[];
            composerKinds?: string[];
            history?: components["schemas"]["HistorySection"];
            answering?: components["schemas"]["AnsweringSection"];
            voice?: components["schemas"]["SpeakingSection"];
            memory?: components["schemas"]["RememberingSection"];
            routing?: components["schemas"]["RoutingSection"];
            knowledge?: components["schemas"]["KnowingSection"];
            profiles?: components["schemas"]["Profile"][];
            /** @enum {string} */
            visibility?: "private" | "org";
        };
        OldEmail: {
            email: string;
            takesPassword: boolean;
        };
        OptionShape: {
            value: string;
            title: string;
        };
        OrganizationBody: {
            name: string;
        };
        OrganizationEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            plan: string | null;
            limits: components["schemas"]["LimitsShape"];
            members: number;
            hasOwner: boolean;
            secondFactor: components["schemas"]["MembersNeedShape"] | null;
            seats: components["schemas"]["SeatsShape"];
            /** Format: date-time */
            createdAt: string;
        };
        OrganizationKeyEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            lastPlace: string | null;
            expiresAt: string | null;
            minuteLimit: number | null;
            dayLimit: number | null;
            models: string[];
            networks: string[];
            spendLimitUsd: number | null;
            spentUsd: number;
            previousUntil: string | null;
            madeBy: components["schemas"]["NamedShape"];
            isYours: boolean;
            isResting: boolean;
        };
        OrganizationKeyList: {
            keys: components["schemas"]["OrganizationKeyEntry"][];
        };
        OrganizationList: {
            organizations: components["schemas"]["OrganizationEntry"][];
            nextCursor: string | null;
        };
        OrganizationPlanBody: {
            plan: ("free" | "pro" | "business" | "unlimited") | null;
            limits: components["schemas"]["LimitsBody"];
            seatCount?: number | null;
        };
        OrganizationShape: {
            /** Format: uuid */
            id: string;
            name: string;
            plan: ("free" | "pro" | "business" | "unlimited") | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            permissions: ("org.view" | "org.edit" | "org.delete" | "members.view" | "members.invite" | "members.remove" | "members.edit_role" | "billing.view" | "billing.manage" | "resources.create" | "resources.delete" | "personas.create" | "personas.edit" | "personas.delete")[];
            inviteRoles: ("member" | "admin")[];
            seats: components["schemas"]["SeatsShape"];
            secondFactor: components["schemas"]["AskedSecondFactorShape"] | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The memory's: turns on their way into summaries and to other stores. */
        OutboxHealth: {
            pending: number;
            oldestPendingSeconds: number;
            dead: number;
            pendingEmbeddings: number;
        };
        OverviewDayShape: {
            answered: number;
            failed: number;
            stopped: number;
            inputTokens: number;
            outputTokens: number;
            costUsd: number | null;
            priced: number;
            firstWordP50: number | null;
            firstWordP95: number | null;
            /** Format: date */
            day: string;
            people: number;
        };
        OverviewShape: {
            days: components["schemas"]["OverviewDayShape"][];
            models: components["schemas"]["ModelFiguresShape"][];
            total: components["schemas"]["FigureShape"];
            people: number;
        };
        OwnerBody: {
            /** Format: uuid */
            userId: string;
        };
        PageErrorBody: {
            error: string;
            frames: components["schemas"]["FrameBody"][];
        };
        PageShape: {
            page: number | null;
            text: string;
        };
        PagesOfText: {
            version: number;
            pages: components["schemas"]["PageShape"][];
        };
        PassagePiece: {
            text: string;
            isHit: boolean;
        };
        PassageShape: {
            passageId: string;
            /** Format: uuid */
            documentId: string;
            title: string;
            target: string;
            version: number;
            page: number | null;
            headings: string[];
            starts: number;
            text: string;
            score: number;
        };
        PasskeyBody: {
            name?: string;
            credential: {
                [key: string]: unknown;
            };
        };
        PasskeyEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            host: string;
            isOfThisHost: boolean;
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
        };
        PasskeyOptions: {
            options: {
                [key: string]: unknown;
            };
        };
        PasswordBody: {
            /** Format: password */
            currentPassword: string;
            /** Format: password */
            newPassword: string;
            revokesKeys?: boolean;
        };
        /** @description As other clients keep them; `servers` is the same under another name. */
        PastedServers: {
            mcpServers?: {
                [key: string]: unknown;
            };
            servers?: {
                [key: string]: unknown;
            };
            scope?: ("mine" | "everyone") | null;
        };
        PauseShape: {
            isPaused: boolean;
        };
        PendingEmailChange: {
            change: components["schemas"]["EmailChange"] | null;
        };
        PeriodShape: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
        };
        PersonaChange: {
            expectedVersion?: number | null;
            visibility?: ("private" | "org") | null;
            name?: string;
            description?: string;
            kernel?: string;
            sessionGapMinutes?: number;
            isPerpetual?: boolean;
            blocks?: ("posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "knowledge" | "recall")[];
            tools?: string[];
            composerKinds?: string[];
            history?: components["schemas"]["HistorySection"];
            answering?: components["schemas"]["AnsweringSection"];
            voice?: components["schemas"]["SpeakingSection"];
            memory?: components["schemas"]["RememberingSection"];
            routing?: components["schemas"]["RoutingSection"];
            knowledge?: components["schemas"]["KnowingSection"];
            profiles?: components["schemas"]["Profile"][];
        };
        /** @description What a `persona.toml` sets, and the kernel itself where the file names one. */
        PersonaFields: {
            name: string;
            description: string;
            kernel: string;
            /** @default 5 */
            sessionGapMinutes: number;
            /** @default false */
            isPerpetual: boolean;
            /**
             * @default [
             *       "posture",
             *       "overlay",
             *       "bridge",
             *       "handover",
             *       "ops",
             *       "envelope",
             *       "knowledge",
             *       "recall"
             *     ]
             */
            blocks: ("posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "knowledge" | "recall")[];
            /**
             * @default [
             *       "*"
             *     ]
             */
            tools: string[];
            /** @default [] */
            composerKinds: string[];
            /**
             * @default {
             *       "scope": "chat",
             *       "messages": 50
             *     }
             */
            history: components["schemas"]["HistorySection"];
            /**
             * @default {
             *       "models": [],
             *       "maxOutputTokens": 4096,
             *       "promptTokens": 24000,
             *       "toolRounds": 8,
             *       "preflight": false,
             *       "onCrash": "interrupt"
             *     }
             */
            answering: components["schemas"]["AnsweringSection"];
            /**
             * @default {
             *       "speaks": "when_spoken_to"
             *     }
             */
            voice: components["schemas"]["SpeakingSection"];
            /**
             * @default {
             *       "recall": "always",
             *       "learn": "turn"
             *     }
             */
            memory: components["schemas"]["RememberingSection"];
            /**
             * @default {
             *       "policy": "open",
             *       "canReports": false
             *     }
             */
            routing: components["schemas"]["RoutingSection"];
            /**
             * @default {
             *       "namespaces": []
             *     }
             */
            knowledge: components["schemas"]["KnowingSection"];
            /** @default [] */
            profiles: components["schemas"]["Profile"][];
        };
        PersonaList: {
            personas: components["schemas"]["PersonaShape"][];
        };
        PersonaShape: {
            id: string;
            name: string;
            description: string;
            isDefault: boolean;
            isPerpetual: boolean;
            /** @enum {string} */
            speaks: "always" | "when_spoken_to" | "never";
            models: components["schemas"]["ModelShape"][];
            profiles: components["schemas"]["ProfileShape"][];
            /** @enum {string} */
            origin: "bundled" | "operator" | "mine" | "shared";
            /** @enum {string} */
            visibility: "private" | "org" | "public";
            isArchived: boolean;
            version: number | null;
            updatedAt: string | null;
            access: components["schemas"]["AccessShape"];
        };
        PersonaVersionShape: {
            number: number;
            /** Format: date-time */
            madeAt: string;
            isYours: boolean;
            fields: components["schemas"]["PersonaFields"];
        };
        PersonaVersions: {
            versions: components["schemas"]["PersonaVersionShape"][];
        };
        PersonaWish: {
            description: string;
        };
        PictureShape: {
            entities: components["schemas"]["KnownEntityShape"][];
            edges: components["schemas"]["EdgeShape"][];
            isWhole: boolean;
        };
        PlacedEpisode: {
            id: string;
            externalId: string | null;
            sessionId: string;
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "tool";
            name: string | null;
            text: string;
            /** Format: date-time */
            timestamp: string;
            chatId: string | null;
            messageId: string | null;
        };
        PlanBody: {
            plan: ("free" | "pro" | "business" | "unlimited") | null;
            limits: components["schemas"]["LimitsBody"];
        };
        PlanEntry: {
            /** @enum {string} */
            id: "free" | "pro" | "business" | "unlimited";
            features: components["schemas"]["FeatureTable"];
        };
        PlanList: {
            plans: components["schemas"]["PlanEntry"][];
        };
        /** @description What was chosen before the answer: which model, how long, which tool first. */
        PreflightTrace: {
            /** @enum {string} */
            outcome: "not_asked" | "nothing_to_choose" | "chosen" | "timed_out" | "failed";
            model: string | null;
            maxOutputTokens: number | null;
            firstTool: string | null;
            /** @default [] */
            refused: string[];
            ms: number | null;
        };
        /** @description A side of a persona that a chat can be held with: words of its own and knowledge of its own. */
        Profile: {
            id: string;
            name: string;
            description: string;
            text: string;
            namespace: string;
        };
        ProfileBody: {
            name: string;
        };
        /** @description A side of a persona that a chat can be held with. */
        ProfileShape: {
            id: string;
            name: string;
            description: string;
        };
        ProgramConsent: {
            name: string;
            scopes: ("memory:read" | "memory:write" | "chat:read")[];
            goesTo: string;
        };
        PromptSettings: {
            thinPrompt: string;
            conversational: components["schemas"]["Rule"][];
            actionable: components["schemas"]["Rule"][];
            actionEntities: string[];
            canRequests: components["schemas"]["Rule"][];
            historyTokens: number;
            promptTokens: number;
        };
        /** @description One of these. */
        ProofBody: {
            code?: string | null;
            recoveryCode?: string | null;
            passkey?: {
                [key: string]: unknown;
            } | null;
        };
        ProviderEntry: {
            name: string;
            label: string;
        };
        QrShape: {
            size: number;
            path: string;
        };
        QualityShape: {
            duplicate: number;
            junk: number;
            echo: number;
            stale: number;
            contradicted: number;
            factsHeld: number;
            candidates: number;
        };
        QuestionList: {
            questions: components["schemas"]["QuestionShape"][];
        };
        QuestionShape: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            chatId: string;
            toolCallId: string;
            title: string;
            source: string;
            message: string;
            fields: components["schemas"]["FieldShape"][];
            /** Format: date-time */
            askedAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        QueueShape: {
            kinds: components["schemas"]["JobKindShape"][];
            running: components["schemas"]["RunningJobShape"][];
            schedule: components["schemas"]["ScheduledShape"][];
        };
        Rating: {
            rating: ("up" | "down") | null;
            comment?: string | null;
        };
        /** @description How the message was taken. */
        ReadingTrace: {
            /** @enum {string} */
            posture: "COMPANIONSHIP" | "SUPPORT" | "RELATIONSHIP" | "REFLECTION" | "MOMENTUM" | "PLANNING" | "TASK";
            /** @enum {string} */
            intent: "casual" | "question" | "recall" | "share" | "momentum" | "output_task";
            /** @enum {string} */
            by: "rules" | "meaning" | "model";
            confidence: number;
            scores: {
                [key: string]: number;
            };
            /** @default [] */
            reasons: string[];
            /** @default false */
            momentumGuard: boolean;
            /**
             * @default {
             *       "avoidance": false,
             *       "drift": false,
             *       "direct_request": false,
             *       "names_tracked_person": false,
             *       "asks_about_tone": false,
             *       "low_signal": false
             *     }
             */
            signals: components["schemas"]["SignalsTrace"];
        };
        ReceiptList: {
            receipts: components["schemas"]["ReceiptShape"][];
            nextCursor: string | null;
        };
        ReceiptShape: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            madeAt: string;
            kind: string;
            counts: {
                [key: string]: number;
            };
            hashes: {
                [key: string]: string;
            };
            verified: boolean;
            isImported: boolean;
            body: {
                [key: string]: unknown;
            };
            signature: string;
        };
        RecoveredChunk: {
            seq: number;
            data: {
                [key: string]: unknown;
            };
        };
        /** @description An answer as far as it has come. */
        RecoveredStream: {
            /** Format: uuid */
            streamId: string;
            status: "active" | ("completed" | "errored" | "interrupted");
            isActive: boolean;
            isStale: boolean;
            chunks: components["schemas"]["RecoveredChunk"][];
            metadata: {
                [key: string]: unknown;
            };
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        RefusedItem: {
            key: string;
            error: components["schemas"]["FaultShape"];
        };
        RefusedServer: {
            name: string;
            error: components["schemas"]["McpErrorShape"];
        };
        RegisterBody: {
            email: string;
            /** Format: password */
            password: string;
            name?: string;
            code?: string | null;
        };
        /** @description A client that was registered by hand at the server's sign-in service. */
        RegistrationBody: {
            clientId: string;
            clientSecret?: string | null;
            scope?: string | null;
        };
        RegistrationShape: {
            clientId: string;
            hasClientSecret: boolean;
            scope: string | null;
        };
        /** @description How memory reaches the prompt, and how the conversation reaches memory. */
        RememberingSection: {
            /**
             * @default always
             * @enum {string}
             */
            recall: "always" | "librarian" | "never";
            /**
             * @default turn
             * @enum {string}
             */
            learn: "turn" | "session";
        };
        /** @description The turn again, and what is different. */
        Replay: {
            /** Format: uuid */
            turnId: string;
            /** @enum {string} */
            memory: "then" | "now";
            asOf: string | null;
            promptTokens: number;
            promptBudget: number;
            blocks: components["schemas"]["BlockTrace"][];
            difference: components["schemas"]["BlockDifference"][];
            answer: components["schemas"]["ReplayedAnswer"];
            error: string | null;
            missing: components["schemas"]["MissingTrace"][];
            models: components["schemas"]["AttemptTrace"][];
            retrievals: components["schemas"]["Retrieval"][];
            reading: components["schemas"]["ReadingTrace"] | null;
        };
        ReplayBody: {
            /** @enum {string} */
            memory?: "then" | "now";
            asksModel?: boolean;
        };
        ReplayedAnswer: {
            then: string | null;
            replayed: string | null;
        };
        ReplayedText: {
            tokens: number;
            text: string | null;
        };
        ResetBody: {
            /** Format: password */
            token: string;
            /** Format: password */
            newPassword: string;
            revokesKeys?: boolean;
        };
        ResetLink: {
            link: string;
            /** Format: date-time */
            expiresAt: string;
        };
        Restored: {
            version: number;
        };
        /**
         * @description What a source was asked, or the decision not to ask it. The only place in a trace where words of a message may
         *     be, which is why a forget empties it.
         */
        Retrieval: {
            source: string;
            gate: ("explicit" | "ambient" | "none") | null;
            gateBy: ("rules" | "meaning" | "model") | null;
            confidence: number | null;
            reason: string | null;
            /**
             * @default {
             *       "entities": [],
             *       "topics": [],
             *       "time_intent": "none"
             *     }
             */
            spec: components["schemas"]["RetrievalSpec"];
            query: string | null;
            /** @default [] */
            needs: string[];
            /** @default [] */
            facts: components["schemas"]["FoundTrace"][];
            /** @default [] */
            episodes: components["schemas"]["FoundTrace"][];
            /** @default [] */
            loops: components["schemas"]["FoundTrace"][];
            /** @default [] */
            passages: components["schemas"]["FoundTrace"][];
            /** @default [] */
            namespaces: string[];
            /** @default 0 */
            relevant: number;
            /** @default 0 */
            dropped: number;
            droppedBecause: {
                low_score?: number;
                not_about_it?: number;
                another_time?: number;
                in_history?: number;
                is_the_question?: number;
                pinned?: number;
                not_asked?: number;
                not_needed?: number;
                needs_nothing?: number;
            };
            /** @default 0 */
            lines: number;
            missing: string | null;
            ms: number | null;
        };
        /** @description What the message was about, in the words that were looked for. */
        RetrievalSpec: {
            /** @default [] */
            entities: string[];
            /** @default [] */
            topics: string[];
            /**
             * @default none
             * @enum {string}
             */
            timeIntent: "past" | "present" | "future" | "none";
        };
        RoleBody: {
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        /** @description What was matched and under which version of the settings; never what was said. */
        RouteDetails: {
            settingsVersion: number | null;
            /** @default [] */
            rules: string[];
            /** @default [] */
            entities: string[];
            can: ("complete" | "incomplete") | null;
            /** @default [] */
            missing: string[];
        };
        RouteTrace: {
            /**
             * @default conversational
             * @enum {string}
             */
            kind: "conversational" | "actionable" | "research" | "answer";
            /** @default not kept */
            reason: string;
            /**
             * @default {
             *       "rules": [],
             *       "entities": [],
             *       "missing": []
             *     }
             */
            details: components["schemas"]["RouteDetails"];
        };
        RoutingSection: {
            /**
             * @default open
             * @enum {string}
             */
            policy: "open" | "actionable";
            /** @default false */
            canReports: boolean;
        };
        /** @description A regex with a name; the name, never what it matched, stands in the trace. */
        Rule: {
            name: string;
            pattern: string;
        };
        RunningJobShape: {
            id: number;
            kind: string;
            attempt: number;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            heardAt: string;
        };
        SaidOfLoop: {
            /** @enum {string} */
            what: "opened" | "reinforced" | "completed" | "dropped";
            episodeId: string;
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "tool";
            text: string;
            /** Format: date-time */
            timestamp: string;
            chatId: string | null;
            messageId: string | null;
        };
        SaidShape: {
            /** Format: uuid */
            chatId: string;
            chatTitle: string;
            personaId: string;
            /** Format: uuid */
            messageId: string;
            /** @enum {string} */
            role: "user" | "assistant";
            /** Format: date-time */
            createdAt: string;
            text: string;
        };
        ScheduledShape: {
            name: string;
            cron: string;
            lastRun: string | null;
            /** Format: date-time */
            nextRun: string;
        };
        SearchAnswer: {
            passages: components["schemas"]["PassageShape"][];
            missing: string[];
            timing: components["schemas"]["SearchTiming"];
        };
        SearchBody: {
            query: string;
            limit?: number;
            targets?: string[] | null;
            documentIds?: string[] | null;
            folder?: string | null;
            mediaTypes?: string[] | null;
            since?: string | null;
            until?: string | null;
        };
        SearchTiming: {
            ms: number;
        };
        SeatsShape: {
            count: number;
            used: number;
            pendingRemoval: number | null;
        };
        SecondFactorBody: {
            isRequired: boolean;
            graceDays?: number;
        };
        SecretShape: {
            secret: string;
            uri: string;
            qr: components["schemas"]["QrShape"];
        };
        SeenInvite: {
            organization: components["schemas"]["InvitingOrganization"];
            invitedBy: string;
            /** @enum {string} */
            role: "member" | "admin";
            /** Format: date-time */
            expiresAt: string;
            seatsLeft: boolean;
            asksSecondFactor: boolean;
            graceDays: number;
        };
        SentMessage: {
            /** Format: uuid */
            id: string;
            /** @constant */
            role: "user";
            parts: (components["schemas"]["TextPart"] | components["schemas"]["FilePart"] | components["schemas"]["DocumentPart"])[];
        };
        ServerBody: {
            name: string;
            url?: string | null;
            command?: string | null;
            args?: string[];
            env?: {
                [key: string]: string;
            };
            headers?: {
                [key: string]: string;
            };
            auth?: components["schemas"]["RegistrationBody"] | null;
            scope?: ("mine" | "everyone") | null;
        };
        /**
         * @description What is left out stays. In `headers` and `env` null takes one away. Another host gets none of what was entered
         *     for the one before.
         */
        ServerChange: {
            name?: string | null;
            url?: string | null;
            command?: string | null;
            args?: string[] | null;
            env?: {
                [key: string]: string | null;
            };
            headers?: {
                [key: string]: string | null;
            };
            auth?: components["schemas"]["RegistrationBody"] | null;
            isOn?: boolean | null;
        };
        ServerTool: {
            name: string;
            tool: string;
            title: string;
            description: string;
            inputSchema: {
                [key: string]: unknown;
            };
            saysReadOnly: boolean;
            /** @enum {string} */
            trust: "ask" | "always" | "never";
            hasChanged: boolean;
            fingerprint: string;
        };
        ServerTools: {
            tools: components["schemas"]["ServerTool"][];
            left: number;
        };
        /** @description What the session began with, and what of it this turn was told. */
        SessionStartTrace: {
            session_id: string | null;
            /** @default 0 */
            userTurnsSeen: number;
            /** @default false */
            handover_injected: boolean;
            /** @default false */
            bridge_injected: boolean;
            /** @default false */
            ops_injected: boolean;
            ops_source: ("startbrief" | "loops") | null;
            /**
             * @default not_asked
             * @enum {string}
             */
            startbrief_fetch: "fetched" | "fallback" | "empty" | "timed_out" | "failed" | "not_kept" | "not_fed" | "cached" | "not_asked";
            /** @default false */
            reinjection_used: boolean;
            handover_closeness: number | null;
            depth: ("same_session" | "today" | "yesterday" | "multi_day") | null;
            gap_minutes: number | null;
            outcomes: {
                [key: string]: "fetched" | "fallback" | "empty" | "timed_out" | "failed" | "not_kept" | "not_fed";
            };
            daily_confidence: string | null;
            /** @default [] */
            overlay_sections: ("relationships" | "patterns" | "work_context" | "long_term_direction" | "communication_preference")[];
            /** @default 0 */
            overlay_loops: number;
            /** @default false */
            steering_used: boolean;
        };
        SettingsChange: {
            version: number;
            settings: components["schemas"]["PromptSettings"];
        };
        SettingsVersion: {
            version: number;
            settings: components["schemas"]["PromptSettings"];
            changedBy: string | null;
            changedAt: string | null;
        };
        SettingsVersions: {
            versions: components["schemas"]["SettingsVersion"][];
            nextBefore: number | null;
        };
        SignInEntry: {
            /** Format: uuid */
            id: string;
            userAgent: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** Format: date-time */
            expiresAt: string;
            isCurrent: boolean;
        };
        SignInList: {
            signIns: components["schemas"]["SignInEntry"][];
        };
        SignalsTrace: {
            /** @default false */
            avoidance: boolean;
            /** @default false */
            drift: boolean;
            /** @default false */
            directRequest: boolean;
            /** @default false */
            namesTrackedPerson: boolean;
            /** @default false */
            asksAboutTone: boolean;
            /** @default false */
            lowSignal: boolean;
        };
        /** @description Where the text of a block came from. */
        SourceTrace: {
            type: string;
            id: string;
            version?: string | null;
        };
        SpeakBody: {
            text: string;
            language?: string | null;
            personaId?: string | null;
            speed?: number;
        };
        /** @description Whether the persona speaks its answers, to whoever takes them whole (not as a stream). */
        SpeakingSection: {
            /**
             * @default when_spoken_to
             * @enum {string}
             */
            speaks: "always" | "when_spoken_to" | "never";
            name?: string | null;
        };
        /** @description What the installation itself hears and speaks; a browser may have ears and a voice of its own. */
        SpeechShape: {
            heardLanguages: string[] | null;
            longestSeconds: number;
            hasVoice: boolean;
        };
        SpeechTrace: {
            heard: components["schemas"]["HeardTrace"] | null;
            spoken: components["schemas"]["SpokenTrace"] | null;
        };
        /** @description What became of the voice. */
        SpokenTrace: {
            /** @enum {string} */
            status: "awaited" | "spoken" | "failed";
            model: string | null;
            id: string | null;
            reason: string | null;
            ms: number | null;
        };
        StepShape: {
            ways: ("code" | "passkey" | "recovery_code" | "password" | "provider")[];
            expiresAt: string | null;
            passkeyOptions: {
                [key: string]: unknown;
            } | null;
        };
        Stopped: {
            stopped: boolean;
        };
        StreamsHealth: {
            here: number;
            everywhere: number;
            webProcesses: number;
        };
        TextPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
        };
        TheirOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            plan: string | null;
        };
        Timing: {
            stt: number | null;
            context: number | null;
            llm: number | null;
            tts: number | null;
            total: number | null;
        };
        ToldFactShape: {
            fact: components["schemas"]["FactShape"];
            /** @enum {string} */
            toldIn: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "tools" | "history" | "real_time" | "user_message" | "answer_so_far" | "system" | "persona_knowledge" | "overlay_knowledge" | "user_documents" | "org_documents" | "company" | "mentions" | "mentioned" | "mentioned_persona";
            words: components["schemas"]["PlacedEpisode"][];
        };
        ToldLoop: {
            id: string;
            /** @enum {string} */
            kind: "commitment" | "thread" | "friction" | "habit" | "win";
            /** @enum {string} */
            status: "open" | "completed" | "dropped";
            text: string;
            confidence: number;
            salience: number;
            /** @enum {string} */
            timeHorizon: "today" | "this_week" | "this_month" | "later" | "ongoing";
            dueAt: string | null;
            snoozedUntil: string | null;
            /** Format: date-time */
            openedAt: string;
            closedAt: string | null;
            closedBecause: string | null;
            /** @enum {string} */
            source: "model" | "rules" | "person";
            evidence: components["schemas"]["EvidenceShape"][];
            said?: components["schemas"]["SaidOfLoop"][] | null;
        };
        ToldLoopShape: {
            loop: components["schemas"]["LoopShape"];
            /** @enum {string} */
            toldIn: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "tools" | "history" | "real_time" | "user_message" | "answer_so_far" | "system" | "persona_knowledge" | "overlay_knowledge" | "user_documents" | "org_documents" | "company" | "mentions" | "mentioned" | "mentioned_persona";
            words: components["schemas"]["PlacedEpisode"][];
        };
        /** @description What an answer was told of its person, as far as it is still there. */
        ToldShape: {
            /** Format: uuid */
            chatId: string;
            /** Format: uuid */
            questionId: string;
            /** Format: uuid */
            answerId: string;
            facts: components["schemas"]["ToldFactShape"][];
            loops: components["schemas"]["ToldLoopShape"][];
            words: components["schemas"]["ToldWordsShape"][];
            about: string | null;
            isPartGone: boolean;
            isElsewhere: boolean;
        };
        ToldWordsShape: {
            said: components["schemas"]["PlacedEpisode"];
            /** @enum {string} */
            toldIn: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "tools" | "history" | "real_time" | "user_message" | "answer_so_far" | "system" | "persona_knowledge" | "overlay_knowledge" | "user_documents" | "org_documents" | "company" | "mentions" | "mentioned" | "mentioned_persona";
        };
        ToolList: {
            tools: components["schemas"]["ToolShape"][];
        };
        ToolShape: {
            name: string;
            title: string;
            description: string;
            source: string;
            /** @enum {string} */
            danger: "reads" | "changes" | "dangerous";
            /** @enum {string} */
            state: "offered" | "off";
            trust: ("ask" | "always" | "never") | null;
            reason: string | null;
            remedy: string | null;
            remedyAddress: string | null;
        };
        ToolTrace: {
            name: string;
            /** @enum {string} */
            outcome: "answered" | "failed" | "unknown" | "bad_arguments" | "timed_out" | "stopped" | "waits" | "denied" | "changed";
            ms: number;
            origin: string | null;
            argumentsSha256: string | null;
            /** @default false */
            isCut: boolean;
        };
        /** @description What went into an answer and why. Further fields may join. */
        Trace: {
            reading: components["schemas"]["ReadingTrace"] | null;
            /** @default [] */
            retrievals: components["schemas"]["Retrieval"][];
            /** @default false */
            startbrief_used: boolean;
            startbrief_fallback: string | null;
            /** @default 0 */
            startbrief_items_count: number;
            /** @default 0 */
            bridgeText_chars: number;
            /**
             * @default {
             *       "user_turns_seen": 0,
             *       "handover_injected": false,
             *       "bridge_injected": false,
             *       "ops_injected": false,
             *       "startbrief_fetch": "not_asked",
             *       "reinjection_used": false,
             *       "outcomes": {},
             *       "overlay_sections": [],
             *       "overlay_loops": 0,
             *       "steering_used": false
             *     }
             */
            startbriefRuntime: components["schemas"]["SessionStartTrace"];
            preflight: components["schemas"]["PreflightTrace"] | null;
            /** @default [] */
            unknownModels: string[];
            /** Format: uuid */
            turnId: string;
            continues: string | null;
            /** @default [] */
            blocks: components["schemas"]["BlockTrace"][];
            /** @default 0 */
            promptTokens: number;
            promptBudget: number | null;
            /** @default [] */
            missing: components["schemas"]["MissingTrace"][];
            /** @default [] */
            models: components["schemas"]["AttemptTrace"][];
            /** @default [] */
            tools: components["schemas"]["ToolTrace"][];
            timings: {
                [key: string]: number;
            };
            /** @default {} */
            speech: components["schemas"]["SpeechTrace"];
            /**
             * @default {
             *       "kind": "conversational",
             *       "reason": "not kept",
             *       "details": {
             *         "entities": [],
             *         "missing": [],
             *         "rules": []
             *       }
             *     }
             */
            route: components["schemas"]["RouteTrace"];
            persona: string | null;
            profile: string | null;
            outcome: ("answered" | "failed" | "stopped" | "shutdown" | "lost" | "interrupted") | null;
            sentence: string | null;
            /** @default [] */
            systemBlocks: string[];
            keptCharacters: number | null;
            /** @default false */
            isForgotten: boolean;
            /** @default [] */
            forgotten: components["schemas"]["ForgottenTrace"][];
        };
        Transcript: {
            text: string;
            seconds: number;
        };
        Tried: {
            text: string;
        };
        TriedWay: {
            /** @enum {string} */
            kind: "conversational" | "actionable";
            reason: string;
            rules: string[];
            entities: string[];
            canRule: string | null;
            version: number;
        };
        TrustBody: {
            /** @enum {string} */
            trust: "ask" | "always" | "never";
            fingerprint?: string | null;
        };
        TrustList: {
            trusts: components["schemas"]["TrustShape"][];
        };
        TrustShape: {
            /** Format: uuid */
            id: string;
            name: string;
            title: string;
            source: string;
            /** @enum {string} */
            scope: "chat" | "always";
            chatId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        UndoBody: {
            /** Format: password */
            token: string;
            newPassword?: string | null;
        };
        UnusedDocumentShape: {
            /** Format: uuid */
            documentId: string;
            title: string;
            target: string;
            /** Format: date-time */
            createdAt: string;
            lastAt: string | null;
        };
        UploadedShape: {
            document: components["schemas"]["DocumentShape"];
            duplicateOf: string | null;
        };
        Usage: {
            /** @enum {string} */
            plan: "free" | "pro" | "business" | "unlimited";
            /** @enum {string} */
            source: "user" | "organization" | "installation";
            planVersion: number;
            timeZone: string;
            features: components["schemas"]["FeatureTable"];
            usage: components["schemas"]["UsageEntry"][];
        };
        UsageEntry: {
            /** @enum {string} */
            feature: "chats_per_day" | "voice_minutes_per_month" | "memory_characters_per_day" | "background_calls_per_day" | "storage_bytes";
            used: number;
            limit: number | null;
            resetsAt: string | null;
            period: string | null;
            sentence: string | null;
            wouldHelp: ("free" | "pro" | "business" | "unlimited") | null;
        };
        UsageOfAllShape: {
            /** @enum {string} */
            feature: "chats_per_day" | "voice_minutes_per_month" | "memory_characters_per_day" | "background_calls_per_day" | "storage_bytes";
            period: string | null;
            used: number;
            people: number;
            top: components["schemas"]["UsedBy"][];
        };
        UseList: {
            items: components["schemas"]["UseShape"][];
            next: string | null;
        };
        UseShape: {
            /** Format: uuid */
            chatId: string;
            chatTitle: string;
            /** Format: uuid */
            messageId: string;
            /** Format: date-time */
            at: string;
            cited: boolean;
        };
        UsedBy: {
            /** Format: uuid */
            userId: string;
            name: string;
            email: string | null;
            used: number;
        };
        UsedDocumentShape: {
            /** Format: uuid */
            documentId: string;
            title: string;
            target: string;
            answers: number;
            cited: number;
            /** Format: date-time */
            lastAt: string;
        };
        UserEntry: {
            /** Format: uuid */
            id: string;
            email: string | null;
            name: string;
            isAdmin: boolean;
            suspendedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            lastSeenAt: string | null;
            plan: string | null;
            limits: components["schemas"]["LimitsShape"];
            organization: components["schemas"]["TheirOrganization"] | null;
        };
        UserList: {
            users: components["schemas"]["UserEntry"][];
            defaultPlan: string;
            nextCursor: string | null;
        };
        VerificationShape: {
            /** Format: uuid */
            id: string;
            valid: boolean;
            gone: boolean;
            found: {
                [key: string]: number;
            };
            waitingSinks: string[];
            checked: string[];
            sameWords: number | null;
        };
        VersionList: {
            versions: components["schemas"]["VersionShape"][];
        };
        VersionShape: {
            number: number;
            filename: string;
            mediaType: string;
            bytes: number;
            sha256: string;
            extraction: ("text" | "repaired" | "ocr" | "model" | "transcript") | null;
            isCut: boolean;
            source: string | null;
            pages: number | null;
            passages: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        Ways: {
            providers: components["schemas"]["ProviderEntry"][];
            hasAccounts: boolean;
            /** @enum {string} */
            registration: "open" | "invite" | "closed";
            needsSetupCode: boolean;
            sendsMail: boolean;
        };
        WholePersona: {
            id: string;
            name: string;
            description: string;
            isDefault: boolean;
            isPerpetual: boolean;
            /** @enum {string} */
            speaks: "always" | "when_spoken_to" | "never";
            models: components["schemas"]["ModelShape"][];
            profiles: components["schemas"]["ProfileShape"][];
            /** @enum {string} */
            origin: "bundled" | "operator" | "mine" | "shared";
            /** @enum {string} */
            visibility: "private" | "org" | "public";
            isArchived: boolean;
            version: number | null;
            updatedAt: string | null;
            access: components["schemas"]["AccessShape"];
            fields: components["schemas"]["PersonaFields"] | null;
            instructions: string;
        };
        Wish: {
            tenantId?: string | null;
            userId?: string | null;
            factIds?: string[] | null;
            sessionIds?: string[] | null;
            chatId?: string | null;
            chatIds?: string[] | null;
            messageIds?: string[] | null;
            period?: components["schemas"]["PeriodShape"] | null;
            query?: string | null;
            everything?: true | null;
            skipUnknown?: boolean;
            receiptId?: string | null;
        };
        WorkerHealth: {
            heardAt: string | null;
        };
        Zone: {
            timeZone: string;
            holdsFrom: string | null;
        };
        ZoneBody: {
            timeZone: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
